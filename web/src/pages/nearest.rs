//! What a mistyped address may have meant.

use grader::{distance, is_near};

use crate::{contents, mechanisms};

/// A longer address is near to none: the longest of all is shorter by more than the letters that may be wrong.
const LONG: usize = 64;

/// A page that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// Its address.
    pub to: String,
    /// What it is called.
    pub title: String,
}

/// The page whose address, or whose name alone, is nearest to `path`; `None`
/// if all of them are far.
pub fn page(path: &str) -> Option<Near> {
    let path = path.to_lowercase();
    let asked = path.trim_end_matches('/');
    if asked.chars().nth(LONG).is_some() {
        return None;
    }
    let name = asked.rsplit('/').next()?;
    let far = |near: &Near| {
        let last = near.to.rsplit('/').next().unwrap_or_default();
        // A folder's name has a number in front: 06-token-bucket.
        let bare = name.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = bare
            .split_once('-')
            .map_or(bare, |(letter, rest)| if letter.len() <= 1 { rest } else { bare });
        // An address counts a little less than a name: the same name may be
        // under chapters and in the lab.
        let names = distance(name, last).min(distance(bare, last));
        names * 100 + distance(asked, &near.to)
    };
    let nearest = pages().into_iter().min_by_key(far)?;
    is_near(far(&nearest) / 100, name).then_some(nearest)
}

fn pages() -> Vec<Near> {
    let near = |to, title: &str| Near { to, title: title.to_owned() };
    let chapters = contents::chapters().filter(|chapter| chapter.lesson.is_some());
    let chapters = chapters.map(|c| near(format!("/chapters/{}", c.name), c.title));
    let exercises =
        contents::exercises().map(|e| near(format!("/exercises/{}", e.name()), e.title()));
    let lab = mechanisms::all().iter();
    let lab = lab.map(|m| near(format!("/lab/{}", m.name), &format!("{} in the lab", m.title)));
    let models = crate::interleavings::models().iter();
    let models = models.map(|model| near(format!("/interleavings/{}", model.name), model.title));
    let compare = near("/compare".to_owned(), "Limiters side by side");
    chapters.chain(exercises).chain(lab).chain(models).chain([compare]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_address_finds_its_page() {
        let to = |path| page(path).map(|near| near.to).unwrap_or_default();
        assert_eq!(to("/chapters/token-buket"), "/chapters/token-bucket");
        assert_eq!(to("/chapters/token-bucket/"), "/chapters/token-bucket");
        assert_eq!(to("/chapters/06-token-bucket"), "/chapters/token-bucket");
        assert_eq!(to("/chapter/Clock"), "/chapters/clock");
        assert_eq!(to("/exercises/06a-last-token"), "/exercises/last-token");
        assert_eq!(to("/exercises/lost-token"), "/exercises/last-token");
        assert_eq!(to("/comparee"), "/compare");
        assert_eq!(to("/lab/tokenbucket"), "/lab/token-bucket");
    }

    #[test]
    fn no_page_has_so_long_an_address_that_it_is_not_looked_for() {
        let longest = pages().into_iter().map(|near| near.to.chars().count()).max();
        assert!(longest.is_some_and(|longest| longest <= LONG - 3), "{longest:?}");
        let near = format!("/lab/{}token-bucket", "1".repeat(LONG));
        assert_eq!(page(&near), None);
    }

    #[test]
    fn what_is_far_from_everything_finds_nothing() {
        for path in ["/", "/chapters/zzz", "/a", "/lab/idempotency", "/wp-login.php"] {
            assert_eq!(page(path), None, "{path}");
        }
    }
}
