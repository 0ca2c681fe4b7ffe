//! Where the links of a Markdown file lead on the page.

use pulldown_cmark::CowStr;

use crate::contents;

/// The address that stands for "an item of the crate", which has no page.
const ITEM: &str = "item:";

/// `[`ManualClock`]` is a link in the crate's documentation, which knows its
/// items. Here it is only code.
pub(super) fn to_item(reference: &str) -> Option<(CowStr<'static>, CowStr<'static>)> {
    let item = reference.starts_with('`') && reference.ends_with('`');
    item.then(|| (ITEM.into(), "".into()))
}

/// Where a link leads that the file leads to `to`; `None` if there is no page.
pub(super) fn route(to: &str) -> Option<String> {
    if to.starts_with('#') || to.starts_with('/') || to.starts_with("https://") {
        return Some(to.to_owned());
    }
    let (path, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
    let path = path.strip_suffix("README.md").unwrap_or(path).trim_end_matches('/');
    let folder = path.rsplit('/').next()?;
    let chapter = contents::chapters().filter(|chapter| chapter.lesson.is_some());
    let mut chapter = chapter.filter(|chapter| chapter.folder() == folder);
    if let Some(chapter) = chapter.next() {
        return Some(format!("/chapters/{}{anchor}", chapter.name));
    }
    let exercise = contents::exercises().find(|exercise| exercise.folder == folder)?;
    Some(format!("/exercises/{}{anchor}", exercise.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_lesson_leads_to_its_page() {
        let page = |to| route(to).unwrap_or_default();
        assert_eq!(page("../06-token-bucket/README.md"), "/chapters/token-bucket");
        assert_eq!(page("../../chapters/01-clock/"), "/chapters/clock");
        assert_eq!(page("../01-clock#predict"), "/chapters/clock#predict");
        assert_eq!(page("../01-clock/README.md#predict"), "/chapters/clock#predict");
        assert_eq!(page("#predict"), "#predict");
        assert_eq!(page("/lab/token-bucket?t=5"), "/lab/token-bucket?t=5");
        assert_eq!(page("https://www.rust-lang.org/"), "https://www.rust-lang.org/");
    }

    #[test]
    fn a_link_without_a_page_is_none() {
        let dead = [ITEM, "src/first_try.rs", "../10-retry/README.md", "crate::Moment", "", ".."];
        for to in dead {
            assert_eq!(route(to), None, "{to}");
        }
    }
}
