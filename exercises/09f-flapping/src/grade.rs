// The grader, in learning order. It measures what a breaker with your numbers does
// to a service on many days; no day is like the other.

use std::fmt::Write as _;
use std::time::Duration;

use clock::Moment;
use simulation::{
    Arrivals, Intervention, Output, Params, Press, Scenario, Setting, Trace, What, run_within,
    text::counted,
};

use super::answer::SETTINGS;
use super::stage::{mistake, subject};

const LIMIT: Duration = Duration::from_secs(10);

/// How many changes of state a failure shows: the first ones, and the last.
const SHOWN_MAX: usize = 12;

/// So many calls may fail before the breaker has opened.
const COST_MAX: usize = 80;

/// So many calls may go to a dead service in a minute, once the breaker has opened.
const PROBES_A_MINUTE_MAX: u64 = 12;

/// So long after the service is well the breaker may still be open.
const RECOVERY_MS_MAX: u64 = 15_000;

/// So often the breaker may close, on average, in two minutes in which the service is
/// not well.
const CLOSED_BY_LUCK_MAX: usize = 3;

/// The only test that explains it when the numbers make no breaker.
const NO_BREAKER: &str = "these numbers make no breaker, so nothing was measured: see \
                          the_numbers_make_a_breaker, which says why";

/// What happens to the service, as in a [`Day`], and when it is well again.
type Outage = (&'static [(u64, u64)], u64);

/// One day in the life of a service.
#[derive(Clone, Copy, Debug)]
struct Day {
    /// Which calls fail, where some do; and when the calls come.
    luck: u64,
    /// Calls a second, on average.
    per_second: u32,
    /// What happens to the service: from this millisecond on, so many of a hundred
    /// calls fail.
    fails: &'static [(u64, u64)],
    /// 1: instead of failing, a call is not answered, for a second.
    hole: u64,
    until_ms: u64,
}

/// What was seen of a breaker on a day.
struct Seen {
    trace: Trace,
    day: Day,
}

impl Day {
    fn run(self) -> Seen {
        assert!(mistake().is_none(), "{NO_BREAKER}");
        let fails = |(at_ms, percent): (u64, u64)| {
            let (name, value) = match (self.hole, percent) {
                (0, _) => ("failing", percent),
                _ => ("hole", u64::from(percent > 0)),
            };
            Intervention { at_ms, press: Press::Set(Setting { name: name.to_owned(), value }) }
        };
        let scenario = Scenario {
            params: Params::new().with("luck", self.luck),
            seed: self.luck,
            until_ms: self.until_ms,
            arrivals: vec![Arrivals::Poisson { per_second: self.per_second }],
            interventions: self.fails.iter().copied().map(fails).collect(),
        };
        Seen { trace: run_within(LIMIT, scenario, subject), day: self }
    }
}

impl Seen {
    /// When the breaker went to the state `to`.
    fn went(&self, to: &str) -> Vec<Moment> {
        let is = |what: &What| matches!(what, What::Out(Output::Change { to: is, .. }) if is == to);
        self.trace.events.iter().filter(|event| is(&event.what)).map(|event| event.at).collect()
    }

    /// How often it opened. A probe that fails opens it again, and counts as well.
    fn openings(&self) -> String {
        let opened = self.went("open").len();
        let again = |what: &What| {
            let What::Out(Output::Change { from, to, .. }) = what else { return false };
            from == "half-open" && to == "open"
        };
        let again = self.trace.events.iter().filter(|event| again(&event.what)).count();
        let times = times(opened);
        match again {
            0 => format!("it opened {times}"),
            _ => format!("it opened {times} (half-open → open counts too: {again} of them)"),
        }
    }

    /// How many calls went through after `from` and before `to`.
    fn sent(&self, from: Moment, to: Moment) -> u64 {
        let is = |what: &What| matches!(what, What::Out(Output::Admit(_)));
        let sent = self.trace.events.iter().filter(|event| is(&event.what));
        sent.filter(|event| event.at > from && event.at < to).map(|_| 1).sum()
    }

    /// How many calls had gone wrong by `until`.
    fn failed(&self, until: Moment) -> usize {
        use simulation::Outcome::{Failed, TimedOut};
        let is = |what: &What| matches!(what, What::Out(Output::Done(_, Failed | TimedOut)));
        let failed = self.trace.events.iter().filter(|event| is(&event.what));
        failed.filter(|event| event.at <= until).count()
    }

    /// How long after `at_ms` the breaker was closed for good; `None` if it never was.
    fn closed_after_ms(&self, at_ms: u64) -> Option<u64> {
        let Some(&opened) = self.went("open").last() else { return Some(0) };
        let closed = self.went("closed").last().copied().filter(|&closed| closed > opened)?;
        let late = closed.since(Moment::from_millis(at_ms));
        Some(u64::try_from(late.as_millis()).unwrap_or(u64::MAX))
    }

    /// Fails with the changes of state, what was expected, and the rule.
    #[track_caller]
    fn check(&self, holds: bool, expected: &str, got: &str, rule: &str) {
        assert!(
            holds,
            "\n\n{}\n{}\n{}\nExpected: {expected}\nGot:      {got}\nRule:     {rule}\n",
            numbers(),
            self.weather(),
            self.told()
        );
    }

    /// What the day was like.
    fn weather(&self) -> String {
        let mut text = format!("The day: {} calls a second", self.day.per_second);
        for &(at_ms, percent) in self.day.fails {
            let what = match (self.day.hole, percent) {
                (_, 0) => "all is well".to_owned(),
                (0, _) => format!("{percent} % of the calls fail"),
                _ => "no call is answered (each is given up after 1 s)".to_owned(),
            };
            let _ = write!(text, "; from {at_ms} ms on {what}");
        }
        text + "."
    }

    /// The changes of state, with their times.
    fn told(&self) -> String {
        let changes = self.trace.events.iter().filter_map(|event| match &event.what {
            What::Out(Output::Change { from, to, why }) => Some((event.at, from, to, why)),
            _ => None,
        });
        let line = |(number, (at, from, to, why)): (usize, (Moment, _, _, _))| {
            format!(
                "{number:>4}. at {:<10} {from} → {to}: {why}\n",
                format!("{} ms", at.as_millis())
            )
        };
        let lines: Vec<String> = (1..).zip(changes).map(line).collect();
        if lines.is_empty() {
            return "What the breaker did: it stayed closed all the time.\n".to_owned();
        }
        let shown = if lines.len() > SHOWN_MAX {
            let (head, tail) = (&lines[..SHOWN_MAX / 2], &lines[lines.len() - SHOWN_MAX / 2..]);
            format!(
                "{}      … {} more …\n{}",
                head.concat(),
                lines.len() - SHOWN_MAX,
                tail.concat()
            )
        } else {
            lines.concat()
        };
        let changes = counted(lines.len(), "change of state", "changes of state");
        format!("What the breaker did: {changes}.\n{shown}")
    }
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// The answer, in a line.
fn numbers() -> String {
    let s = SETTINGS;
    format!(
        "Your numbers: the last {} calls, {} %, at least {} samples; cool-off {} ms, probes {}, \
         successes {}.",
        s.calls, s.percent, s.min_samples, s.cool_off_ms, s.probes, s.successes
    )
}

/// On a day without an outage the breaker stays closed.
fn stays_closed(day: Day) {
    let seen = day.run();
    let opened = seen.went("open").len();
    let expected = "the breaker stays closed: nothing is wrong that it could help against";
    let rule = "A breaker that opens without an outage IS the outage: it refuses calls that would \
                have been answered. Few samples, a short window or a low percentage react fast, \
                and take bad luck for an outage; more of them cost failed calls when there is one.";
    seen.check(opened == 0, expected, &seen.openings(), rule);
}

/// When the service goes down at `at_ms`, the breaker opens before that has cost too
/// much.
fn opens_in_time(day: Day, cost_max: usize) {
    let seen = day.run();
    let opened = seen.went("open").first().copied();
    let cost = seen.failed(opened.unwrap_or(seen.trace.until));
    let got = match opened {
        Some(at) => format!("{cost} failed, and it opened at {} ms", at.as_millis()),
        None => format!("{cost} failed, and it never opened"),
    };
    let expected = format!("at most {cost_max} calls fail before the breaker opens");
    let rule = "A breaker has to see an outage while it is one. A long window full of good calls, \
                many samples or a high percentage make it sure, and slow: the calls that it needs \
                to be sure all fail. And a service that fails two thirds of its calls is down, \
                although it answers one in three.";
    seen.check(opened.is_some() && cost <= cost_max, &expected, &got, rule);
}

/// While the service is down, from the first opening until `healed_ms`, it is left alone.
fn leaves_it_alone(day: Day, healed_ms: u64) {
    let seen = day.run();
    let healed = Moment::from_millis(healed_ms);
    let from = seen.went("open").first().copied().unwrap_or(Moment::ZERO);
    let sent = seen.sent(from, healed);
    let most = PROBES_A_MINUTE_MAX * healed.since(from).as_secs() / 60;
    let expected = format!(
        "at most {most} calls reach the dead service after the breaker has opened \
         ({PROBES_A_MINUTE_MAX} a minute)"
    );
    let rule = "Each probe is a call that fails for somebody, and load on a service that tries to \
                get up. A short cool-off and many probes find out soon that it is back, and until \
                then the breaker flaps: open, half-open, open, several times a second.";
    seen.check(sent <= most, &expected, &format!("{sent}"), rule);
}

/// When the service is well again at `healed_ms`, the breaker is closed soon.
fn is_back_soon(day: Day, healed_ms: u64) {
    let seen = day.run();
    let after_ms = seen.closed_after_ms(healed_ms);
    let got = match after_ms {
        Some(ms) => format!("{ms} ms after that"),
        None => "never on this day".to_owned(),
    };
    let expected = format!(
        "the service is well at {healed_ms} ms, and the breaker is closed at most \
         {RECOVERY_MS_MAX} ms later"
    );
    let rule = "An outage is as long as the service's, plus the rest of a cool-off, plus the good \
                probes in a row. A long cool-off is kind to a dead service, and unkind to all who \
                call one that has been well for long; and where calls are rare, each further probe \
                has to wait for one.";
    seen.check(after_ms.is_some_and(|ms| ms <= RECOVERY_MS_MAX), &expected, &got, rule);
}

/// When the service is as well again as services are, the breaker is closed soon on
/// most of the `days`; with each of them comes when the service is well.
fn is_back_soon_on_most(days: &[(Day, u64)]) {
    let late_ms = |&(day, healed_ms): &(Day, u64)| {
        let seen = day.run();
        (seen.closed_after_ms(healed_ms).unwrap_or(u64::MAX), seen)
    };
    let all: Vec<(u64, Seen)> = days.iter().map(late_ms).collect();
    let soon = all.iter().filter(|(late_ms, _)| *late_ms <= RECOVERY_MS_MAX).count();
    let Some((_, worst)) = all.iter().max_by_key(|(late_ms, _)| *late_ms) else { return };
    let (least, days) = (days.len() * 3 / 4, days.len());
    let expected = format!(
        "on at least {least} of {days} such days the breaker is closed at most {RECOVERY_MS_MAX} ms \
         after the service is as well as ever, with 5 % of its calls failing"
    );
    let rule = "Good probes in a row must be as many as prove something, and as few as a service \
                that is well can show: where one call in twenty fails as always, two in a row go \
                well nine times in ten, and twelve only about every second time. After a probe \
                that fails, the whole cool-off begins anew.";
    worst.check(soon >= least, &expected, &format!("on {soon}; this was the worst"), rule);
}

/// While the service is half well, over all the `days`, the breaker seldom takes it for
/// well.
fn is_not_fooled(days: &[Day]) {
    let all: Vec<Seen> = days.iter().map(|day| day.run()).collect();
    let closed: usize = all.iter().map(|seen| seen.went("closed").len()).sum();
    let most = CLOSED_BY_LUCK_MAX * days.len();
    let Some(worst) = all.iter().max_by_key(|seen| seen.went("closed").len()) else { return };
    let expected = format!("on {} such days together, it closes at most {most} times", days.len());
    let rule = "One good probe is no proof: of a service that fails six calls of ten, four are \
                good. Each time that it closes by luck, it lets calls through until it has seen \
                enough of them fail. More successes in a row are better proof; so is a longer \
                cool-off, since it tries its luck less often. Both cost time when the service is \
                really well.";
    worst.check(closed <= most, &expected, &format!("{}; this was the worst", times(closed)), rule);
}

/// A day on which one call in ten fails, from its very beginning.
const NOISY: Day = Day { luck: 0, per_second: 20, fails: &[(0, 10)], hole: 0, until_ms: 5_000 };

/// A day on which all calls fail for half a second: somebody deployed.
const HICCUP: Day = Day {
    luck: 0,
    per_second: 20,
    fails: &[(0, 5), (30_000, 100), (30_500, 5)],
    hole: 0,
    until_ms: 60_000,
};

/// A day on which the service is down for two minutes.
const DOWN: Day = Day {
    luck: 0,
    per_second: 20,
    fails: &[(20_000, 100), (140_000, 0)],
    hole: 0,
    until_ms: 200_000,
};

/// A day on which the service fails six calls of ten for two minutes.
const HALF_WELL: Day =
    Day { luck: 0, per_second: 20, fails: &[(10_000, 60)], hole: 0, until_ms: 130_000 };

// Numbers that make no breaker at all: a window of none, more samples than the
// window holds, a share above 100 %.
#[test]
fn the_numbers_make_a_breaker() {
    let mistake = mistake();
    assert!(
        mistake.is_none(),
        "\n\n{}\n\nExpected: numbers that make a breaker\nGot:      {}\n\
         Rule:     A breaker that can never open, or never close, is a mistake in a configuration; \
         it is told when the breaker is made, and not when it is needed.\n",
        numbers(),
        mistake.unwrap_or_default()
    );
}

// Most days are like this: a call fails now and then, and now and then a few do in
// a row. Forty mornings with a breaker that has just been made; and some days on which
// all calls fail for half a second.
#[test]
fn an_ordinary_day_opens_nothing() {
    for luck in 1..=40 {
        stays_closed(Day { luck, ..NOISY });
    }
    for luck in 1..=4 {
        stays_closed(Day { luck, ..HICCUP });
    }
}

// Then the service goes down, after minutes of success; or hangs; or fails two calls
// in three; or is down already when the breaker is made.
#[test]
fn an_outage_opens_it_before_it_costs_too_much() {
    for luck in 1..=3 {
        let down = Day { luck, until_ms: 60_000, fails: &[(30_000, 100)], ..DOWN };
        opens_in_time(down, COST_MAX);
        opens_in_time(Day { hole: 1, ..down }, COST_MAX);
        opens_in_time(Day { fails: &[(30_000, 67)], ..down }, COST_MAX);
        opens_in_time(Day { fails: &[(0, 100)], ..down }, COST_MAX / 2);
    }
}

// Two minutes without a service. What reaches it now helps nobody.
#[test]
fn a_dead_service_is_left_alone() {
    for luck in 1..=3 {
        leaves_it_alone(Day { luck, ..DOWN }, 140_000);
        leaves_it_alone(Day { luck, hole: 1, ..DOWN }, 140_000);
    }
}

// Outages end at any time, and not when a cool-off does. Nobody knows how long one
// will be: a cool-off that fits one of these does not fit the others.
#[test]
fn it_is_back_soon_after_the_service() {
    for (fails, healed_ms) in OUTAGES {
        for luck in 1..=2 {
            let day = Day { luck, fails, until_ms: healed_ms + 100_000, ..DOWN };
            is_back_soon(day, healed_ms);
            is_back_soon(Day { per_second: 2, ..day }, healed_ms);
        }
    }
    let day = |(luck, &(fails, healed_ms)): (u64, &Outage)| {
        (Day { luck, fails, until_ms: healed_ms + 60_000, ..DOWN }, healed_ms)
    };
    let days = (1..=20).zip(WELL_AS_EVER.iter().cycle()).map(day);
    is_back_soon_on_most(&days.collect::<Vec<_>>());
}

/// Of seven lengths, from half a minute to two; each begins at 40 s.
const OUTAGES: [Outage; 7] = [
    (&[(40_000, 100), (70_000, 0)], 70_000),
    (&[(40_000, 100), (73_100, 0)], 73_100),
    (&[(40_000, 100), (79_900, 0)], 79_900),
    (&[(40_000, 100), (96_500, 0)], 96_500),
    (&[(40_000, 100), (101_300, 0)], 101_300),
    (&[(40_000, 100), (127_700, 0)], 127_700),
    (&[(40_000, 100), (160_000, 0)], 160_000),
];

/// After the outage 5 % of the calls fail, as on any day.
const WELL_AS_EVER: [Outage; 4] = [
    (&[(40_000, 100), (93_100, 5)], 93_100),
    (&[(40_000, 100), (96_400, 5)], 96_400),
    (&[(40_000, 100), (99_700, 5)], 99_700),
    (&[(40_000, 100), (103_000, 5)], 103_000),
];

// A service that is getting up answers some calls. By luck a probe goes well; what
// then?
#[test]
fn a_service_that_is_half_well_does_not_fool_it() {
    let days: Vec<Day> = (1..=6).map(|luck| Day { luck, ..HALF_WELL }).collect();
    is_not_fooled(&days);
}

// The same again, on days that no test above has seen: more calls and fewer, other
// luck, other lengths. Numbers that were fitted to one day fail here.
#[test]
fn on_other_days_it_is_the_same() {
    for luck in 101..=120 {
        stays_closed(Day { luck, ..NOISY });
        stays_closed(Day { luck, per_second: 50, ..HICCUP });
    }
    for (luck, per_second) in [(121, 5), (122, 11), (123, 40)] {
        let day = Day { luck, per_second, ..DOWN };
        opens_in_time(Day { fails: &[(30_000, 100)], ..day }, COST_MAX);
        opens_in_time(Day { fails: &[(30_000, 67)], ..day }, COST_MAX);
        leaves_it_alone(day, 140_000);
        let fails = &[(31_700, 100), (88_800, 0)];
        is_back_soon(Day { fails, ..day }, 88_800);
    }
    let days: Vec<Day> =
        (131..=136).map(|luck| Day { luck, per_second: 35, ..HALF_WELL }).collect();
    is_not_fooled(&days);
}
