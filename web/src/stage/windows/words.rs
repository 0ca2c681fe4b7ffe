//! What the panels of a window say.

use std::time::Duration;

use simulation::text;

use super::{Kind, Windows};

/// `1.0 s`: how long a window is.
pub(super) fn length(window_ns: u64) -> String {
    text::wait(Duration::from_nanos(window_ns))
}

/// What the left panel shows.
pub(super) fn title(windows: &Windows) -> String {
    let all = length(windows.window_ns);
    match windows.kind {
        Kind::Fixed => format!("Windows of {all}, one after another"),
        Kind::First => format!("Windows of {all}, begun when used"),
        Kind::Log => format!("The last {all}, remembered"),
        Kind::Slots(1) => format!("One slot of {all}"),
        Kind::Slots(slots) => format!("{slots} slots of {}", length(windows.piece_ns())),
        Kind::Two => format!("Two windows of {all}"),
    }
}

/// How it counts.
pub(super) const fn about(kind: Kind) -> &'static str {
    match kind {
        Kind::Fixed => "at each boundary the count is 0 again",
        Kind::First => "refused requests are counted, too",
        Kind::Log => "each one counts until it is a window old",
        Kind::Slots(_) => "the oldest is dropped as a whole",
        Kind::Two => "the earlier one fades as if it were even",
    }
}

/// What the large number is.
pub(super) const fn counted(kind: Kind) -> &'static str {
    match kind {
        Kind::Two => "estimated",
        _ => "counted",
    }
}

/// The name of the curve on the tape, where the narrowest screen has room for it.
pub(super) const fn curve(kind: Kind) -> &'static str {
    match kind {
        Kind::Two => "estimate",
        _ => "counted",
    }
}

/// Over the countdown to the moment at which less is counted.
pub(super) const fn drops(kind: Kind) -> &'static str {
    match kind {
        Kind::Fixed | Kind::First => "back to 0",
        Kind::Log => "oldest leaves",
        Kind::Slots(_) => "counts less",
        Kind::Two => "this + before",
    }
}

/// The panels in words.
pub(super) const fn labels(kind: Kind) -> [&'static str; 2] {
    match kind {
        Kind::Two => [
            "Estimated: {counted|tokens} of {limit}, from {previous} in the window before and {current} in this one. In the last {window-all|wait} {last-window} really passed{over-says}.{most-says}",
            "The estimate is {counted|tokens} of {limit}. One more fits {next|when}.",
        ],
        _ => [
            "Counted: {counted} of {limit}. In the last {window-all|wait} {last-window} really passed{over-says}.{most-says}",
            "The window counts {counted} of {limit}. One more fits {next|when}.{drop-says}",
        ],
    }
}
