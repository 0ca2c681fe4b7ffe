//! Values of a picture together with where they come from.
//!
//! A template writes only the binding, `data-b-y="{level|px …}"`; `settle`
//! is the one place that writes the value beside it. The player in the page
//! writes the same values at other moments, so what it shows at a moment is
//! what the server draws there.
//!
//! | attribute | what is written |
//! |---|---|
//! | `data-b-text` | the words within the element |
//! | `data-b-part` | the markup within it: a step channel's |
//! | `data-b-chunks` | the pieces of a layer near the present, second by second |
//! | `data-b-if="channel lo hi"` | `display="none"` unless lo ≤ channel < hi |
//! | `data-b-on="channel words…"` | `data-on` if the channel has one of the words |
//! | `data-b-NAME` | the attribute NAME |
//!
//! In words, `{channel}` is a step channel's text and `{channel|form numbers…}`
//! a number in one of the forms of `form`.

use std::fmt::Write as _;
use std::time::Duration;

use clock::Moment;
use simulation::text;
use token_bucket::stage::NEVER;

use super::channels::Channels;
use super::geometry::n;
use super::reel::{Chunks, near};
use crate::highlight::escape;

/// Writes a value beside each binding of `html`, as it is at `now`.
pub(super) fn settle(html: &str, channels: &Channels, chunks: &Chunks, now: Moment) -> String {
    let mut settled = String::with_capacity(html.len() * 2);
    let mut rest = html;
    while let Some(start) = rest.find(" data-b-") {
        settled.push_str(&rest[..start]);
        rest = &rest[start..];
        let mut inside = None;
        // All bindings up to the end of this element's opening tag.
        loop {
            let tag_end = rest.find('>').map_or(rest.len(), |end| end + 1);
            let Some(start) = rest[..tag_end].find(" data-b-") else {
                settled.push_str(&rest[..tag_end]);
                rest = &rest[tag_end..];
                break;
            };
            settled.push_str(&rest[..start]);
            rest = &rest[start..];
            let Some((name, words, length)) = binding(rest) else {
                settled.push_str(" data-b-");
                rest = &rest[8..];
                continue;
            };
            match name {
                "text" => inside = Some(escape(&fill(&words, channels, now))),
                "part" => {
                    inside = Some(settle(channels.text(&words, now), channels, chunks, now));
                }
                "chunks" => inside = Some(layer(&words, channels, chunks, now)),
                "if" if !shows(&words, channels, now) => settled.push_str(" display=\"none\""),
                "on" if is_on(&words, channels, now) => settled.push_str(" data-on=\"\""),
                "if" | "on" => {}
                name => {
                    let value = escape(&fill(&words, channels, now));
                    let _ = write!(settled, " {name}=\"{value}\"");
                }
            }
            settled.push_str(&rest[..length]);
            rest = &rest[length..];
        }
        settled.push_str(&inside.unwrap_or_default());
    }
    settled.push_str(rest);
    settled
}

/// The binding at the start of `html`: its name, its words, its length.
fn binding(html: &str) -> Option<(&str, String, usize)> {
    let rest = html.strip_prefix(" data-b-")?;
    let (name, rest) = rest.split_once("=\"")?;
    let words = rest.split_once('"')?.0;
    let length = " data-b-=\"\"".len() + name.len() + words.len();
    Some((name, words.replace("&#38;", "&").replace("&#39;", "'"), length))
}

fn layer(name: &str, channels: &Channels, chunks: &Chunks, now: Moment) -> String {
    let Some(layer) = chunks.get(name) else { return String::new() };
    let mut html = String::new();
    for (second, chunk) in layer.range(near(now)) {
        let chunk = settle(chunk, channels, chunks, now);
        let _ = write!(html, "<g data-s=\"{second}\">{chunk}</g>");
    }
    html
}

/// `channel lo hi`: whether lo ≤ channel < hi.
pub fn shows(words: &str, channels: &Channels, now: Moment) -> bool {
    let mut words = words.split(' ');
    let value = channels.number(words.next().unwrap_or(""), now);
    let mut bound = |none: f64| words.next().and_then(|word| word.parse().ok()).unwrap_or(none);
    bound(f64::NEG_INFINITY) <= value && value < bound(f64::INFINITY)
}

/// `channel word word…`: whether the channel has one of the words.
pub fn is_on(words: &str, channels: &Channels, now: Moment) -> bool {
    let (name, wanted) = words.split_once(' ').unwrap_or((words, ""));
    let here = channels.text(name, now);
    here.split(' ').any(|here| wanted.split(' ').any(|word| word == here))
}

/// `words` with every `{…}` filled in.
pub fn fill(words: &str, channels: &Channels, now: Moment) -> String {
    let mut filled = String::with_capacity(words.len());
    let mut rest = words;
    while let Some((before, after)) = rest.split_once('{') {
        let (inner, after) = after.split_once('}').unwrap_or((after, ""));
        filled.push_str(before);
        match inner.split_once('|') {
            Some((name, form_words)) => {
                filled.push_str(&form(form_words, channels.number(name, now), now));
            }
            None => filled.push_str(channels.text(inner, now)),
        }
        rest = after;
    }
    filled + rest
}

/// A number in words. `px` and `part` are lengths: `c + m · clamp(k · value + a, lo, hi)`,
/// to a tenth or a hundredth, `at` the same without the clamp; `turn` is what is left of `k · value + a` after
/// whole turns. `int` is `k · value` rounded down. The others are
/// the [texts](text) of tokens, waits and moments.
fn form(words: &str, value: f64, now: Moment) -> String {
    let (name, rest) = words.split_once(' ').unwrap_or((words, ""));
    let numbers = rest.split(' ').map(|word| word.parse().unwrap_or(0.0));
    match (name, numbers.collect::<Vec<f64>>().as_slice()) {
        ("px", &[k, a, lo, hi, m, c]) => n(c + m * (k * value + a).clamp(lo, hi)),
        ("part", &[k, a, lo, hi, m, c]) => {
            let part = c + m * (k * value + a).clamp(lo, hi);
            ((part * 100.0 + 0.5).floor() / 100.0).to_string()
        }
        ("at", &[m, c]) => n(c + m * value),
        ("turn", &[k, a, around]) => n((k * value + a).rem_euclid(around)),
        ("int", &[k]) => (k * value + ALMOST).floor().to_string(),
        ("tokens", _) => text::tokens(integer(value)),
        ("wait", _) => wait(integer(value)),
        ("when", _) => match integer(value) {
            0 => "now".to_owned(),
            NEVER => "never".to_owned(),
            nanos => format!("in {}", wait(nanos)),
        },
        ("clock", _) => text::seconds(now),
        _ => format!("?{words}?"),
    }
}

fn wait(nanos: i64) -> String {
    if nanos == NEVER {
        return "never".to_owned();
    }
    text::wait(Duration::from_nanos(u64::try_from(nanos).unwrap_or(0)))
}

#[expect(clippy::cast_possible_truncation, reason = "whole already; what is too large is NEVER")]
fn integer(value: f64) -> i64 {
    value as i64
}

/// What a product may lack of a whole number by the floating point alone.
const ALMOST: f64 = 1e-9;

/// `{channel|at …}`: a length that is `c + m · channel`.
pub(super) fn px(channel: &str, m: f64, c: f64) -> String {
    format!("{{{channel}|at {m} {c}}}")
}

/// `{channel|px …}`: a length that is `c + m · clamp(k · channel + a, lo, hi)`.
pub(super) fn clamped(
    channel: &str,
    k: f64,
    a: f64,
    (lo, hi): (f64, f64),
    m: f64,
    c: f64,
) -> String {
    format!("{{{channel}|px {k} {a} {lo} {hi} {m} {c}}}")
}

#[cfg(test)]
mod tests {
    use super::super::channels::Points;
    use super::*;

    fn channels() -> Channels {
        let mut channels = Channels::default();
        let mut level = Points::default();
        level.push(Moment::ZERO, 0);
        level.push(Moment::from_millis(1000), 2_000_000);
        level.push(Moment::from_millis(1000), 1_000_000);
        channels.lin.insert("level".to_owned(), level);
        let mut state = Points::default();
        state.push(Moment::ZERO, "open & shut".to_owned());
        state.push(Moment::from_millis(500), "<i data-b-y=\"{level|px 1 0 0 9 1 0}\"/>".to_owned());
        channels.step.insert("state".to_owned(), state);
        channels
    }

    fn settled(html: &str, at_ms: u64) -> String {
        settle(html, &channels(), &Chunks::new(), Moment::from_millis(at_ms))
    }

    #[test]
    fn a_line_is_a_line_and_at_a_jump_what_is_after_it_holds() {
        let at = |ms| channels().number("level", Moment::from_millis(ms)).to_string();
        assert_eq!(
            [at(0), at(250), at(999), at(1000), at(9000)],
            ["0", "500000", "1998000", "1000000", "1000000"]
        );
    }

    #[test]
    fn a_value_is_written_before_its_binding() {
        let binding = "data-b-y=\"{level|px 0.000001 -1 0 1 -40 20}\"";
        // At 0.75 s the level is 1.5: half of the second token, so half of 40 above 20.
        let settled = settled(&format!("<r {binding}/>"), 750);
        assert_eq!(settled, format!("<r y=\"0\" {binding}/>"));
    }

    #[test]
    fn words_are_escaped_and_parts_are_settled_themselves() {
        assert_eq!(
            settled("<p data-b-text=\"is {state}\"></p>", 0),
            "<p data-b-text=\"is {state}\">is open &amp; shut</p>".replace("&amp;", &escape("&"))
        );
        assert!(settled("<g data-b-part=\"state\"></g>", 500).contains("<i y=\"9\" data-b-y"));
    }

    #[test]
    fn what_is_not_in_its_range_is_not_shown() {
        let html = "<g data-b-if=\"level 1000000 2000000\"></g>";
        assert!(settled(html, 499).starts_with("<g display=\"none\""));
        assert!(!settled(html, 500).contains("none"));
        assert!(!settled(html, 1000).contains("none"));
        let html = "<b data-b-on=\"state shut x\"></b>";
        assert!(settled(html, 0).starts_with("<b data-on=\"\""));
        assert!(!settled(html, 500).contains("data-on"));
    }
}
