use std::time::Duration;

use breaker::{Change, Machine, Settings, State, Ticket};
use clock::Moment;
use proptest::prelude::*;

use super::config;
use super::ops::{Op, ops, settings};
use super::reference::Reference;

/// Both of them, and the calls that are under way.
struct Pair {
    machine: Machine,
    reference: Reference,
    under_way: Vec<(Ticket, usize)>,
    now: Moment,
    changes: Vec<Change>,
}

impl Pair {
    fn new(settings: Settings) -> Self {
        let machine = Machine::new(settings.clone()).expect("possible");
        let reference = Reference::new(settings);
        Self { machine, reference, under_way: vec![], now: Moment::ZERO, changes: vec![] }
    }

    fn take(&mut self, number: usize) -> Option<(Ticket, usize)> {
        let number = number.checked_rem(self.under_way.len())?;
        Some(self.under_way.remove(number))
    }

    fn step(&mut self, op: &Op) {
        let Self { machine, reference, now, .. } = self;
        let now = *now;
        match *op {
            Op::On(by) => self.now = now + Duration::from_millis(by),
            Op::Back(by) => self.now = now.saturating_sub(Duration::from_millis(by)),
            Op::Ask => match (machine.acquire(now), reference.ask(now)) {
                (Ok(ticket), Ok(call)) => self.under_way.push((ticket, call)),
                (one, two) => assert_eq!(one.err(), two.err(), "{op:?} at {now}"),
            },
            Op::End(number, verdict) => {
                let Some((ticket, call)) = self.take(number) else { return };
                let counted = self.machine.report(now, ticket, verdict);
                assert_eq!(counted, self.reference.end(now, call, verdict), "{op:?} at {now}");
            }
            Op::Drop(number) => {
                let Some((ticket, call)) = self.take(number) else { return };
                self.machine.give_back(ticket);
                self.reference.drop(call);
            }
            Op::ForceOpen => {
                machine.force_open(now);
                reference.force(now, State::ForcedOpen);
            }
            Op::ForceClosed => {
                machine.force_closed(now);
                reference.force(now, State::ForcedClosed);
            }
            Op::Reset => {
                machine.reset(now);
                reference.force(now, State::Closed);
            }
        }
        self.changes.extend(self.machine.take_change());
    }

    fn same(&self) {
        let Self { machine, reference, now, .. } = self;
        let trial = matches!(machine.state_entered(), State::HalfOpen | State::Recovering { .. });
        let (out, good) = if trial { (reference.out(), reference.good()) } else { (0, 0) };
        let shown = (machine.state(*now), machine.generation());
        assert_eq!(shown, (reference.state(*now), reference.generation() as u64), "at {now}");
        let counts = (machine.samples(*now), machine.failed(*now));
        assert_eq!(counts, reference.counts(*now), "samples and failed at {now}");
        let probes = (machine.probes_out() as usize, machine.good() as usize);
        assert_eq!(probes, (out, good), "out and good at {now}");
        let odd = (machine.late(), machine.ignored());
        assert_eq!(odd, (reference.late, reference.ignored), "late and ignored at {now}");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_machine_does_what_its_whole_history_says(settings in settings(), ops in ops()) {
        let mut pair = Pair::new(settings);
        for op in &ops {
            pair.step(op);
            pair.same();
        }
        // Each change was told, once and in order, and each begins where the last ended.
        let generations: Vec<u64> = pair.changes.iter().map(|change| change.generation).collect();
        prop_assert_eq!(generations, (1..=pair.machine.generation()).collect::<Vec<_>>());
        for (one, next) in pair.changes.iter().zip(&pair.changes[1.min(pair.changes.len())..]) {
            prop_assert_eq!(one.to, next.from);
        }
    }

    /// Whatever happens: there is a time at which a call goes, unless somebody
    /// forced it open.
    #[test]
    fn it_is_never_stuck(settings in settings(), ops in ops()) {
        let mut pair = Pair::new(settings.clone());
        for op in &ops {
            pair.step(op);
        }
        let Pair { mut machine, under_way, now, .. } = pair;
        prop_assume!(machine.state(now) != State::ForcedOpen);
        for (ticket, _) in under_way {
            machine.give_back(ticket);
        }
        let later = now.max(machine.retry_at().unwrap_or(now));
        // In a recovery at 1 % at the latest the hundredth.
        let asked = (0..100).any(|_| machine.acquire(later).is_ok());
        prop_assert!(asked, "{:?}", machine);
    }
}
