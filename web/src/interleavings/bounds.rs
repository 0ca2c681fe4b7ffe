//! How much of a model is explored: what an address asks for, and what it gets.

/// The bounds of one exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Bounds {
    /// How often threads may be interrupted in one schedule; as often as they
    /// like if nothing is said.
    pub(crate) preemptions: Option<u32>,
    /// How many executions are walked.
    pub(crate) permutations: u32,
}

/// With three threads of a few steps each, more make no difference.
pub(crate) const PREEMPTIONS_MAX: u32 = 5;
/// Two or three seconds of a walk.
pub(crate) const PERMUTATIONS_MAX: u32 = 20_000;

impl Default for Bounds {
    fn default() -> Self {
        Self { preemptions: None, permutations: PERMUTATIONS_MAX }
    }
}

impl Bounds {
    /// What `pairs` ask for, within what may be asked; with words for each
    /// value that had to be changed.
    pub(crate) fn read(pairs: &[(String, String)]) -> (Self, Vec<String>) {
        let mut words = Vec::new();
        let asked = |name: &str| {
            let value = pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.trim());
            value.filter(|value| !value.is_empty())
        };
        let mut number = |value: &str, name: &str, (least, most): (u32, u32)| {
            let Ok(number) = value.parse::<u64>() else {
                words
                    .push(format!("“{}” is no number of {name}, so it is left out.", short(value)));
                return None;
            };
            let fits = u32::try_from(number).unwrap_or(u32::MAX).clamp(least, most);
            if u64::from(fits) != number {
                words.push(format!("{number} {name} were asked for; between {least} and {most} are possible, so it is {fits}."));
            }
            Some(fits)
        };
        let preemptions = asked("preemptions")
            .and_then(|value| number(value, "interruptions", (0, PREEMPTIONS_MAX)));
        let permutations = asked("permutations")
            .and_then(|value| number(value, "executions", (1, PERMUTATIONS_MAX)));
        let bounds = Self { preemptions, permutations: permutations.unwrap_or(PERMUTATIONS_MAX) };
        (bounds, words)
    }

    /// The part of an address that asks for them; empty for the usual ones.
    pub(crate) fn query(&self) -> String {
        let preemptions = self.preemptions.map(|most| format!("preemptions={most}"));
        let permutations = (self.permutations != PERMUTATIONS_MAX)
            .then(|| format!("permutations={}", self.permutations));
        preemptions.into_iter().chain(permutations).collect::<Vec<_>>().join("&")
    }

    /// The words of the explorer's command line.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let preemptions = self.preemptions.map(|most| ["--preemptions".into(), most.to_string()]);
        let permutations = ["--permutations".into(), self.permutations.to_string()];
        preemptions.into_iter().flatten().chain(permutations).collect()
    }
}

fn short(value: &str) -> String {
    value.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(preemptions: &str, permutations: &str) -> (Bounds, usize) {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let pairs = [pair("preemptions", preemptions), pair("permutations", permutations)];
        let (bounds, words) = Bounds::read(&pairs);
        (bounds, words.len())
    }

    #[test]
    fn what_is_too_much_becomes_the_most_and_is_said() {
        let most = Bounds { preemptions: Some(5), permutations: 20_000 };
        assert_eq!(read("5", "20000"), (most, 0));
        assert_eq!(read("6", "20001"), (most, 2));
        assert_eq!(read("99999999999", "4294967297"), (most, 2));
        assert_eq!(read("0", "0"), (Bounds { preemptions: Some(0), permutations: 1 }, 1));
        assert_eq!(read("", ""), (Bounds::default(), 0));
        assert_eq!(read("-1", "many"), (Bounds::default(), 2));
    }

    #[test]
    fn an_address_asks_for_what_it_got() {
        for bounds in [
            Bounds::default(),
            Bounds { preemptions: Some(0), permutations: 7 },
            Bounds { preemptions: Some(2), ..Bounds::default() },
        ] {
            let query = bounds.query();
            let pairs: Vec<(String, String)> = query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect();
            assert_eq!(Bounds::read(&pairs), (bounds, vec![]), "{query}");
        }
    }
}
