use crate::{Narrate, Output, Params, Scenario, Subject, Trace, run};

/// What a chapter puts on the stage: everything that a page needs to know of
/// it, and nothing about how it is drawn.
#[derive(Clone, Copy)]
pub struct Mechanism {
    /// Its name in links: `token-bucket`.
    pub name: &'static str,
    /// Its name in headings: `Token bucket`.
    pub title: &'static str,
    /// What a reader should ask it.
    pub question: &'static str,
    /// Its parameters.
    pub knobs: &'static [Knob],
    /// Builds it. The error is one sentence that names the parameter.
    pub build: fn(&Params) -> Result<Box<dyn Subject>, String>,
    /// Puts its steps into words.
    pub narrator: &'static (dyn Narrate + Sync),
    /// Which line of its source decided, by the mark that the line ends with
    /// (`// lit: refused`); `None` where nothing was decided.
    pub lit: fn(&Output) -> Option<&'static str>,
    /// Runs that are worth a look.
    pub curated: fn() -> Vec<Curated>,
}

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knob {
    /// Its name in [`Params`] and in links.
    pub name: &'static str,
    /// What it says beside the control, with its unit.
    pub label: &'static str,
    /// The least value.
    pub min: u64,
    /// The largest value.
    pub max: u64,
    /// What it is when nobody says anything.
    pub default: u64,
    /// What its values are called, from the least up; empty if they are numbers.
    pub choices: &'static [&'static str],
}

/// A run that is worth a look.
#[derive(Clone, Debug)]
pub struct Curated {
    /// Its name in links: `quiet-night`.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The run.
    pub scenario: Scenario,
    /// The moment to look at first, in milliseconds.
    pub at_ms: u64,
}

impl Knob {
    /// One whose values are numbers.
    pub const fn number(
        name: &'static str,
        label: &'static str,
        range: (u64, u64),
        default: u64,
    ) -> Self {
        Self { name, label, min: range.0, max: range.1, default, choices: &[] }
    }

    /// One whose values have names; they count from 0, and the first is the default.
    pub const fn choice(
        name: &'static str,
        label: &'static str,
        choices: &'static [&'static str],
    ) -> Self {
        Self { name, label, min: 0, max: choices.len() as u64 - 1, default: 0, choices }
    }

    /// How a value is written: its name, or the number.
    pub fn words(&self, value: u64) -> String {
        let place = value.checked_sub(self.min).and_then(|place| usize::try_from(place).ok());
        let name = place.and_then(|place| self.choices.get(place));
        name.map_or_else(|| value.to_string(), |name| (*name).to_owned())
    }
}

/// The marks of a mechanism that has one line for each kind of decision.
pub const fn lit(output: &Output) -> Option<&'static str> {
    match output {
        Output::Admit(_) => Some("admitted"),
        Output::Hold { .. } => Some("held"),
        Output::Refuse { .. } => Some("refused"),
        Output::Done(..) | Output::Change { .. } | Output::Note(_) => None,
    }
}

impl Mechanism {
    /// The parameters with each knob that is not set at its default.
    pub fn filled(&self, params: &Params) -> Params {
        self.knobs.iter().fold(params.clone(), |params, knob| {
            let value = params.get(knob.name, knob.default);
            params.with(knob.name, value)
        })
    }

    /// Builds it with its defaults where `scenario` says nothing, and runs it. The
    /// error is a sentence that names what to change.
    pub fn run(&self, scenario: &Scenario) -> Result<Trace, String> {
        let mut subject = (self.build)(&self.filled(&scenario.params))?;
        run(scenario, subject.as_mut()).map_err(|error| error.to_string())
    }

    /// The curated run `name`.
    pub fn curated(&self, name: &str) -> Option<Curated> {
        (self.curated)().into_iter().find(|curated| curated.name == name)
    }
}

impl std::fmt::Debug for Mechanism {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mechanism").field("name", &self.name).finish_non_exhaustive()
    }
}
