//! The breaker's steps in words: what happened, and why.

use std::time::Duration;

use clock::Moment;
use simulation::{Event, Narrate, Outcome, Output, Reading, RequestId, Setting, Step, What, text};

use super::{ALL_OUT, KNOBS, LATE};

/// Puts the breaker's steps into words: what happened, and why.
pub(super) struct Narrator;

impl Narrate for Narrator {
    fn start(&self, _first: &Reading) -> String {
        "Nothing has been called yet. Send a call, or press play.".to_owned()
    }

    /// One sentence for all that happened at one instant: what came back first,
    /// then what was done, then who came.
    fn tell(&self, step: &Step<'_>) -> Option<String> {
        let told = [gave_up(step), came_back(step), waited(step), presses(step), came(step)];
        let told: Vec<String> = told.into_iter().flatten().collect();
        (!told.is_empty()).then(|| sentence(&told))
    }
}

/// Several as one text: each begins with a capital letter but the first.
fn sentence(told: &[String]) -> String {
    let capital = |words: &String| {
        let mut letters = words.chars();
        let first = letters.next().map_or_else(String::new, |first| first.to_uppercase().collect());
        first + letters.as_str()
    };
    let (first, rest) = told.split_first().map_or(("", &[][..]), |(first, rest)| (first, rest));
    rest.iter().fold(first.to_owned(), |told, words| told + " " + &capital(words))
}

/// What one call came to.
#[derive(Clone, Copy)]
struct Came<'e> {
    id: RequestId,
    outcome: Outcome,
    late: bool,
    change: Option<Change<'e>>,
    /// What another copy says of itself.
    copy: Option<&'e str>,
}

#[derive(Clone, Copy)]
struct Change<'e> {
    from: &'e str,
    to: &'e str,
}

/// The results of a step, each with what it brought about.
fn results<'e>(step: &Step<'e>) -> Vec<Came<'e>> {
    let mut results: Vec<Came<'e>> = Vec::new();
    for event in step.events {
        match (&event.what, results.last_mut()) {
            // What follows is what the reader brought about.
            (What::Set(_), _) => break,
            (What::Out(Output::Done(id, outcome)), _) => {
                let (id, outcome) = (*id, *outcome);
                results.push(Came { id, outcome, late: false, change: None, copy: None });
            }
            (What::Out(Output::Note(note)), Some(last)) if note == LATE => last.late = true,
            (What::Out(Output::Note(note)), Some(last)) => last.copy = Some(note),
            (What::Out(Output::Change { from, to, .. }), Some(last)) if !over(event) => {
                last.change = Some(Change { from, to });
            }
            _ => {}
        }
    }
    results
}

/// Whether an event is the end of a cool-off, which no call brings about.
fn over(event: &Event) -> bool {
    let What::Out(Output::Change { from, to, .. }) = &event.what else { return false };
    from == "open" && (to == "half-open" || to.starts_with("recovering"))
}

fn came_back(step: &Step<'_>) -> Option<String> {
    match results(step).as_slice() {
        [] => None,
        [one] => Some(result(step, one)),
        many => Some(together(step, many)),
    }
}

fn result(step: &Step<'_>, one: &Came<'_>) -> String {
    let (id, how) = (one.id, how(one.outcome));
    if let Some(elsewhere) = elsewhere(step, one) {
        return elsewhere;
    }
    if one.late {
        return format!(
            "call {id} {how}, too late to count: it was sent before the breaker changed state."
        );
    }
    let get = |name| gauge(&step.after, name);
    match (one.change, gauge(&step.before, "state")) {
        (Some(Change { to: "open", from: "closed" }), _) => {
            format!("call {id} {how}. {}", opened(step, one.outcome == Outcome::Ok))
        }
        (Some(Change { to: "closed", from: "open" }), _) => format!(
            "call {id} {how}. It was sent before the breaker opened, and closes it all the same."
        ),
        (Some(Change { to: "open", .. }), _) => format!(
            "probe {id} {how}, so the breaker opened again for {}.",
            wait(get("cool-off-all"))
        ),
        (Some(Change { to: "closed", .. }), _) => format!(
            "probe {id} {how}, {0} of {0}. The breaker closed and starts an empty window.",
            get("successes")
        ),
        (Some(Change { to, .. }), _) => {
            format!("call {id} {how}, and that was enough: the breaker is {to} now.")
        }
        (None, 2) => format!("probe {id} {how}, {} of {}.", get("good"), get("successes")),
        (None, 3) => {
            format!("call {id} {how}, {} of {} at this step.", get("good"), get("successes"))
        }
        (None, _) => format!("call {id} {how}. {}", counted(step)),
    }
}

/// What a call did that another copy sent.
fn elsewhere(step: &Step<'_>, one: &Came<'_>) -> Option<String> {
    let copies = u32::try_from(gauge(&step.after, "copies")).unwrap_or(1).max(1);
    let copy = (one.id.0.max(1) - 1) % copies + 1;
    if copy == 1 {
        return None;
    }
    let (id, how) = (one.id, how(one.outcome));
    let brought = one.copy.map_or_else(String::new, |note| format!("; {note}"));
    let late = if one.late { ", too late to count" } else { "" };
    Some(format!("call {id} was sent by copy {copy} and {how}{late}{brought}."))
}

/// Why it opened. A good result can do it too: with it there are enough to judge.
fn opened(step: &Step<'_>, good: bool) -> String {
    let get = |name| gauge(&step.after, name);
    let failures = text::counted(whole(get("failed")), "failure", "failures");
    let (threshold, until) = (get("threshold"), step.at + nanos(get("cool-off")));
    let (so, until) = ("so the breaker opened. Nothing is sent until", text::seconds(until));
    let that = if good { "With that it judges:" } else { "That makes" };
    match (threshold, get("window-all")) {
        (0, _) => format!("That makes {failures} in a row, {so} {until}."),
        (_, 0) => format!(
            "{that} {failures} in {}, at or over {threshold}\u{a0}%, {so} {until}.",
            calls(step)
        ),
        (_, time) => format!(
            "{that} {failures} in {} within {}, at or over {threshold}\u{a0}%, {so} {until}.",
            text::counted(whole(get("samples")), "call", "calls"),
            wait(time)
        ),
    }
}

/// What a closed breaker has counted.
fn counted(step: &Step<'_>) -> String {
    let get = |name| gauge(&step.after, name);
    let (samples, failed, min) = (get("samples"), get("failed"), get("min-samples"));
    if get("threshold") == 0 {
        return match (failed, get("window")) {
            (0, _) => "No failure is in a row now.".to_owned(),
            (failed, all) => format!("That is {failed} in a row; {all} open the breaker."),
        };
    }
    let which = match get("window-all") {
        0 => calls(step),
        time => format!("{} within {}", text::counted(whole(samples), "call", "calls"), wait(time)),
    };
    if samples < min {
        let judge = format!("with fewer than {min} the breaker does not judge");
        return match samples {
            1 => format!("That is its first result; {judge}."),
            _ => format!("{failed} of {which} failed; {judge}."),
        };
    }
    format!("{failed} of {which} failed ({}\u{a0}%).", failed * 100 / samples.max(1))
}

/// The calls that a ring holds.
fn calls(step: &Step<'_>) -> String {
    let (samples, window) = (gauge(&step.after, "samples"), gauge(&step.after, "window"));
    let which = if samples < window { "first" } else { "last" };
    match samples {
        1 => format!("the {which} call"),
        _ => format!("the {which} {samples} calls"),
    }
}

/// Several results of one instant.
fn together(step: &Step<'_>, many: &[Came<'_>]) -> String {
    let of = |outcome| many.iter().filter(|one| one.outcome == outcome).count();
    let parts =
        [(Outcome::Ok, "ok"), (Outcome::Failed, "failed"), (Outcome::TimedOut, "timed out")];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|&(outcome, _)| of(outcome) > 0)
        .map(|(outcome, word)| format!("{} {word}", of(outcome)))
        .collect();
    let late = many.iter().filter(|one| one.late).count();
    let decided = many.iter().find(|one| one.change.is_some());
    let told = format!("{} calls ended at once: {}.", many.len(), parts.join(", "));
    let decided = decided
        .map_or_else(String::new, |one| " The one that decided: ".to_owned() + &result(step, one));
    let late = match (late, decided.is_empty()) {
        (0, _) => String::new(),
        (late, _) if late == many.len() => " All came too late to count.".to_owned(),
        (late, _) => format!(" {late} of them came too late to count."),
    };
    told + &decided + &late
}

/// A cool-off that is over.
fn waited(step: &Step<'_>) -> Option<String> {
    let over = step.events.iter().find(|event| over(event))?;
    let What::Out(Output::Change { to, .. }) = &over.what else { return None };
    Some(match (&**to, gauge(&step.after, "probes")) {
        ("half-open", 0) => "the wait is over, and every call goes through.".to_owned(),
        ("half-open", 1) => "the wait is over. Half-open: the next call goes through as a probe, \
                             all others are not sent until it is back."
            .to_owned(),
        ("half-open", probes) => format!(
            "the wait is over. Half-open: {probes} calls at a time go through as probes, all \
             others are not sent."
        ),
        (to, _) => format!("the wait is over. The breaker is {to}: the others are not sent."),
    })
}

/// A caller that has gone away.
fn gave_up(step: &Step<'_>) -> Option<String> {
    let after = step.events.iter().skip(1).map(Some).chain([None]);
    step.events.iter().zip(after).find_map(|(event, next)| {
        let What::Finish(id, Outcome::Dropped) = event.what else { return None };
        Some(match next.map(|next| &next.what) {
            Some(What::Out(Output::Note(note))) => format!("{note}."),
            _ if gauge(&step.before, "state") == 2 => format!(
                "probe {id} was given up by its caller. That says nothing about the service, so \
                 nothing is counted, and its place is free for another probe."
            ),
            _ => format!(
                "call {id} was given up by its caller. That says nothing about the service, and \
                 is not counted."
            ),
        })
    })
}

/// What the reader did to the service.
fn presses(step: &Step<'_>) -> Option<String> {
    let mut told: Vec<String> = Vec::new();
    for (place, event) in step.events.iter().enumerate() {
        let What::Set(setting) = &event.what else { continue };
        match step.events.get(place + 1).map(|next| &next.what) {
            Some(What::Out(Output::Note(note))) => told.push(format!("{note}.")),
            _ => told.extend(turned(setting)),
        }
    }
    // Healing says two things, of which the reader meant one.
    told.dedup();
    (!told.is_empty()).then(|| sentence(&told))
}

fn turned(Setting { name, value }: &Setting) -> Option<String> {
    Some(match (name.as_str(), value) {
        ("failing" | "hole", 0) => "the service is well from now on.".to_owned(),
        ("hand", 1) => {
            "the breaker is held open: nothing is sent, and there are no probes.".to_owned()
        }
        ("hand", 2) => "the breaker is held closed: it counts, and never opens.".to_owned(),
        ("hand", _) => "the breaker is left alone, and starts as new.".to_owned(),
        ("failing", 100) => {
            "the service is broken: all calls that are sent from now on fail.".to_owned()
        }
        ("failing", part) => format!("{part}\u{a0}% of the calls that are sent from now on fail."),
        ("hole", _) => "the service answers no call that is sent from now on.".to_owned(),
        _ => {
            let knob = KNOBS.iter().find(|knob| knob.name == name)?;
            format!("\u{201c}{}\u{201d} is {} now.", knob.label, knob.words(*value))
        }
    })
}

/// Who came: the calls that were not sent, and the probes that were.
fn came(step: &Step<'_>) -> Option<String> {
    let mut refused: Vec<(RequestId, &str, Option<Moment>)> = Vec::new();
    let mut sent: Vec<RequestId> = Vec::new();
    for event in step.events {
        match &event.what {
            What::Out(Output::Refuse { id, why, retry_at }) => refused.push((*id, why, *retry_at)),
            What::Out(Output::Admit(id)) => sent.push(*id),
            _ => {}
        }
    }
    let state = gauge(&step.after, "state");
    let copies = gauge(&step.after, "copies");
    match (sent.as_slice(), refused.as_slice()) {
        ([id], []) if state == 2 && copies <= 1 => {
            Some(format!("call {id} goes through as a probe."))
        }
        ([id], []) if state == 3 && copies <= 1 => {
            Some(format!("call {id} is one of those that go through."))
        }
        (_, []) => None,
        ([], [(id, why, at)]) => {
            Some(format!("call {id} not sent: {}.", because(step, *id, why, *at)))
        }
        ([], [(id, why, at), ..]) => Some(format!(
            "{} calls at once, and none is sent: {}.",
            refused.len(),
            because(step, *id, why, *at)
        )),
        (sent, [(id, why, at), ..]) => Some(format!(
            "{} calls at once: {} sent, {} not sent: {}.",
            sent.len() + refused.len(),
            sent.len(),
            refused.len(),
            because(step, *id, why, *at)
        )),
    }
}

/// Why a call was not sent.
fn because(step: &Step<'_>, id: RequestId, why: &str, retry_at: Option<Moment>) -> String {
    let copies = u32::try_from(gauge(&step.after, "copies")).unwrap_or(1).max(1);
    let copy = (id.0.max(1) - 1) % copies + 1;
    let whose = if copies > 1 { format!("copy {copy}") } else { "the breaker".to_owned() };
    match (retry_at, gauge(&step.after, "out")) {
        (Some(at), _) => format!("{whose} is open for another {}", text::wait(at.since(step.at))),
        (None, 1) if why == ALL_OUT && copies == 1 => "a probe is out already".to_owned(),
        (None, out) if why == ALL_OUT && copies == 1 => format!("{out} probes are out already"),
        _ => why.to_owned(),
    }
}

const fn how(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ok => "came back ok",
        Outcome::Failed => "failed",
        Outcome::TimedOut => "timed out",
        Outcome::Dropped => "was given up",
    }
}

fn gauge(reading: &Reading, name: &str) -> i64 {
    reading.get(name).unwrap_or(0)
}

fn nanos(value: i64) -> Duration {
    Duration::from_nanos(u64::try_from(value).unwrap_or(0))
}

fn wait(value: i64) -> String {
    text::wait(nanos(value))
}

fn whole(value: i64) -> usize {
    usize::try_from(value).unwrap_or(0)
}
