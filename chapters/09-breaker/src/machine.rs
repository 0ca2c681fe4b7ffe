use clock::Moment;

use super::change::{Change, Counted, Ticket, Verdict, Why};
use super::config_error::ConfigError;
use super::phase::Phase;
use super::refused::Refused;
use super::settings::Settings;
use super::watch::Watch;

/// The breaker as a value: it is told what happens and when, and decides. It
/// reads no clock and shares nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    pub(super) settings: Settings,
    pub(super) phase: Phase,
    /// One more at every change of state.
    pub(super) generation: u64,
    /// The latest time that it was told. An earlier one counts as this.
    pub(super) latest: Moment,
    /// What it had seen when it was closed last, for who looks. Nothing decides
    /// by it any more.
    pub(super) past: Watch,
    pub(super) change: Option<Change>,
    pub(super) late: u64,
    pub(super) ignored: u64,
}

impl Machine {
    /// A closed breaker that has seen nothing.
    pub fn new(settings: Settings) -> Result<Self, ConfigError> {
        settings.check()?;
        let watch = Watch::new(&settings);
        Ok(Self {
            settings,
            phase: Phase::Closed { watch: watch.clone() },
            generation: 0,
            latest: Moment::ZERO,
            past: watch,
            change: None,
            late: 0,
            ignored: 0,
        })
    }

    /// Asks for a call. Who asks first after the cool-off is the first probe,
    /// and takes a place like any other (spec R-05).
    pub fn acquire(&mut self, now: Moment) -> Result<Ticket, Refused> {
        let now = self.at(now);
        self.end_cool_off(now);
        let probe = match &mut self.phase {
            Phase::Closed { .. } | Phase::ForcedClosed { .. } => false,
            Phase::Open { until } => return Err(Refused::Open { retry_at: *until }), // lit: open
            Phase::HalfOpen { out, .. } if *out >= self.settings.probes => {
                return Err(Refused::HalfOpenFull); // lit: half-open-full
            }
            Phase::HalfOpen { out, .. } => {
                *out += 1;
                true
            }
            Phase::Recovering { percent, turn, out, .. } => {
                let passes = *turn == 0;
                *turn = (*turn + 1) % 100_u8.div_ceil(*percent);
                if !passes {
                    return Err(Refused::Recovering { percent: *percent }); // lit: recovering
                }
                *out += 1;
                true
            }
            Phase::ForcedOpen => return Err(Refused::ForcedOpen), // lit: forced-open
        };
        Ok(Ticket { generation: self.generation, sent: now, probe }) // lit: admitted
    }

    /// Says what came of a call. It counts for the generation that admitted it,
    /// and for no other (spec R-08).
    pub fn report(&mut self, now: Moment, ticket: Ticket, verdict: Verdict) -> Counted {
        let now = self.at(now);
        if ticket.generation != self.generation {
            self.late += 1;
            return Counted::Late; // lit: late
        }
        let took = now.since(ticket.sent);
        self.give_back(ticket);
        match verdict {
            Verdict::Success | Verdict::Failure => {
                self.count(now, verdict == Verdict::Failure, took);
                Counted::Yes
            }
            Verdict::Ignored => {
                self.ignored += 1;
                Counted::Ignored // lit: ignored
            }
        }
    }

    /// A call that ended without saying anything: its place is free again (spec
    /// From an earlier generation it had none.
    #[expect(clippy::needless_pass_by_value, reason = "a ticket is used up")]
    pub fn give_back(&mut self, ticket: Ticket) {
        if ticket.generation != self.generation {
            return;
        }
        if let Phase::HalfOpen { out, .. } | Phase::Recovering { out, .. } = &mut self.phase {
            *out = out.saturating_sub(1);
        }
    }

    /// Opens it until somebody says otherwise; no probes.
    pub fn force_open(&mut self, now: Moment) {
        if self.phase != Phase::ForcedOpen {
            self.enter(now, Phase::ForcedOpen, Why::Forced);
        }
    }

    /// Closes it until somebody says otherwise. It counts, and never opens.
    pub fn force_closed(&mut self, now: Moment) {
        if !matches!(self.phase, Phase::ForcedClosed { .. }) {
            let watch = Watch::new(&self.settings);
            self.enter(now, Phase::ForcedClosed { watch }, Why::Forced);
        }
    }

    /// Closes it with an empty window, as if it were new, whatever it is now.
    pub fn reset(&mut self, now: Moment) {
        self.close(now, Why::Reset);
    }

    /// What the last operation changed. Only the last one's change is kept:
    /// whoever must know takes it before the next.
    pub fn take_change(&mut self) -> Option<Change> {
        self.change.take()
    }
}
