//! The shipped models, as their files describe them: what a model is called and
//! teaches stands once, at the end of its code.

use std::sync::LazyLock;

/// One model.
#[derive(Debug)]
pub(crate) struct Model {
    /// Its name in links: `racy-last-token`.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) teaches: &'static str,
    /// What must hold, as the end of a sentence.
    pub(crate) rule: &'static str,
    pub(crate) threads: usize,
    /// What its memory is called, in the order of creation.
    pub(crate) memory: Vec<&'static str>,
    /// Its file, from the workspace.
    pub(crate) file: &'static str,
    /// What a reader sees of it: all but how it is listed.
    pub(crate) code: &'static str,
}

/// All of them, in learning order.
pub(crate) fn all() -> &'static [Model] {
    &*ALL
}

/// The one that links call `name`.
pub(crate) fn by_name(name: &str) -> Option<&'static Model> {
    ALL.iter().find(|model| model.name == name)
}

impl Model {
    /// `2 threads`
    pub(crate) fn threads_words(&self) -> String {
        format!("{} threads", self.threads)
    }

    /// `racy_last_token.rs`
    pub(crate) fn file_name(&self) -> &'static str {
        self.file.rsplit('/').next().unwrap_or(self.file)
    }

    fn read(file: &'static str, text: &'static str) -> Self {
        let (code, listed) = text.split_once(LISTED).unwrap_or((text, ""));
        let word = |key| value(listed, key).trim_matches('"');
        let memory = value(listed, "memory").trim_start_matches("&[").trim_end_matches(']');
        Self {
            name: word("name"),
            title: word("title"),
            teaches: word("teaches"),
            rule: word("rule"),
            threads: value(listed, "threads").parse().unwrap_or_default(),
            memory: memory.split('"').skip(1).step_by(2).collect(),
            file,
            code: code.trim_end(),
        }
    }
}

/// What stands behind `key:`, alone on its line or on the next.
fn value(listed: &'static str, key: &str) -> &'static str {
    let key = format!("    {key}:");
    let (_, rest) = listed.split_once(key.as_str()).unwrap_or_default();
    let line = rest.split(",\n").next().unwrap_or_default();
    line.trim()
}

/// From here on a file says how its model is listed.
const LISTED: &str = "\npub(super) const MODEL: Model = Model {\n";

macro_rules! models {
    ($($file:literal),*) => {
        [$(Model::read(
            concat!("chapters/03-interleavings/src/models/", $file),
            include_str!(concat!("../../../chapters/03-interleavings/src/models/", $file)),
        )),*]
    };
}

static ALL: LazyLock<[Model; 14]> = LazyLock::new(|| {
    models![
        "racy_last_token.rs",
        "cas_last_token.rs",
        "check_then_add.rs",
        "two_probes.rs",
        "copied_breaker.rs",
        "one_word_breaker.rs",
        "publish_before_clear.rs",
        "stale_read.rs",
        "release_acquire.rs",
        "lock_order.rs",
        "told_late.rs",
        "lost_update.rs",
        "three_threads.rs",
        "hit_and_take.rs"
    ]
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_says_what_a_page_needs() {
        let folder =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../chapters/03-interleavings/src/models");
        let files = std::fs::read_dir(folder).unwrap().count();
        assert_eq!(all().len(), files, "a model is missing in the list");
        for model in all() {
            let file = format!("/{}.rs", model.name.replace('-', "_"));
            assert!(model.file.ends_with(&file), "{model:?}");
            for words in [model.title, model.teaches, model.rule] {
                assert!(words.len() > 10 && !words.contains(['"', '\n']), "{model:?}");
            }
            assert!((2..=3).contains(&model.threads) && !model.memory.is_empty(), "{model:?}");
            assert!(model.code.contains("fn model()") && !model.code.contains("const MODEL"));
        }
        assert_eq!(by_name("two-probes").unwrap().memory, ["open", "probes"]);
        assert_eq!(by_name("lock-order").unwrap().threads, 2);
    }
}
