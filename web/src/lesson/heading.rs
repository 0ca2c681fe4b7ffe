//! Anchors.

use std::collections::BTreeSet;

/// The anchors of one page.
#[derive(Debug, Default)]
pub(super) struct Slugs(BTreeSet<String>);

impl Slugs {
    /// An anchor for a heading that says `text`: as on GitHub, so that a link
    /// works in both places. No two headings have the same.
    pub(super) fn slug(&mut self, text: &str) -> String {
        let plain = slug(text);
        let numbered = (1..).map(|number| format!("{plain}-{number}"));
        let free = |slug: &String| !self.0.contains(slug);
        let slug = std::iter::once(plain.clone()).chain(numbered).find(free).unwrap_or_default();
        self.0.insert(slug.clone());
        slug
    }
}

fn slug(text: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    let slug: String = text.trim().to_lowercase().chars().filter(kept).collect();
    let slug = slug.replace(' ', "-");
    // `main` is the page's own; a heading without a letter still needs a name.
    if slug.is_empty() || slug == "main" { format!("part-{slug}") } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_is_lower_case_words_with_dashes() {
        let mut slugs = Slugs::default();
        assert_eq!(slugs.slug("See it break"), "see-it-break");
        assert_eq!(slugs.slug("What `now` is, and isn't!"), "what-now-is-and-isnt");
        assert_eq!(slugs.slug("Über 9"), "über-9");
    }

    #[test]
    fn no_two_headings_share_an_anchor() {
        let mut slugs = Slugs::default();
        let anchors = ["Hints", "Hints", "Hints", "Hints-1", "!", "main"].map(|t| slugs.slug(t));
        assert_eq!(anchors, ["hints", "hints-1", "hints-2", "hints-1-1", "part-", "part-main"]);
    }
}
