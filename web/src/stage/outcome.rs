//! What became of a request, and how it looks: a shape of its own each, so that
//! nothing is told by colour alone.

use super::geometry::{n, point};

/// What became of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// It was let through.
    Admitted,
    /// It was accepted, and waits.
    Waits,
    /// It was answered.
    Answered,
    /// It was refused.
    Refused,
    /// What it asked for failed.
    Failed,
    /// Nobody answered in time.
    TimedOut,
    /// It was not sent at all: a breaker was open.
    NotSent,
}

impl Outcome {
    /// All of them, what got through first.
    pub(super) const ALL: [Self; 7] = [
        Self::Admitted,
        Self::Waits,
        Self::Answered,
        Self::Refused,
        Self::Failed,
        Self::TimedOut,
        Self::NotSent,
    ];

    /// Whether it got through: it stands above the axis.
    pub(super) const fn passed(self) -> bool {
        matches!(self, Self::Admitted | Self::Waits | Self::Answered)
    }

    /// Its word on the page.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Admitted => "admitted",
            Self::Waits => "accepted, waits",
            Self::Answered => "answered",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::TimedOut => "timed out",
            Self::NotSent => "not sent",
        }
    }

    /// Its word after a number of requests.
    pub(super) const fn word_after_number(self) -> &'static str {
        match self {
            Self::Waits => "accepted",
            other => other.word(),
        }
    }

    /// Its class, which has the colour.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Admitted | Self::Answered => "admitted",
            Self::Waits => "waits",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::TimedOut => "timed-out",
            Self::NotSent => "not-sent",
        }
    }

    /// A mark of the tape around `(x, y)`, 13 px or 9 px wide, as path data to
    /// be stroked. Discs are points with a thick round stroke.
    pub(super) fn mark(self, x: f64, y: f64, small: bool) -> String {
        let r = if small { 3.0 } else { 4.5 };
        match self {
            Self::Admitted | Self::Answered => format!("M{}h0", point(x, y)),
            Self::Refused if small => square(x, y, r),
            Self::Refused => format!("{}m2.5 2.5l4 4m0-4l-4 4", square(x, y, r)),
            Self::Waits => diamond(x, y, r + 1.0),
            Self::Failed => star(x, y, r + 1.0),
            Self::TimedOut => hourglass(x, y, if small { 2.3 } else { r }),
            Self::NotSent => triangle(x, y, if small { 4.0 } else { r + 1.0 }),
        }
    }

    /// The same shape, large, `2r` wide.
    pub(super) fn big(self, x: f64, y: f64, r: f64) -> String {
        match self {
            Self::Admitted | Self::Answered => disc(x, y, r),
            Self::Refused => {
                let (inset, cross) = (n(r * 0.54), n(r * 0.92));
                format!(
                    "{}m{inset} {inset}l{cross} {cross}m0-{cross}l-{cross} {cross}",
                    square(x, y, r)
                )
            }
            Self::Waits => diamond(x, y, r),
            Self::Failed => star(x, y, r),
            Self::TimedOut => hourglass(x, y, r * 0.8),
            Self::NotSent => triangle(x, y, r),
        }
    }
}

fn disc(x: f64, y: f64, r: f64) -> String {
    let left = point(x - r, y);
    let (r, width) = (n(r), n(2.0 * r));
    format!("M{left}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0-{width} 0z")
}

fn square(x: f64, y: f64, r: f64) -> String {
    let side = n(2.0 * r);
    format!("M{}h{side}v{side}h-{side}z", point(x - r, y - r))
}

fn diamond(x: f64, y: f64, r: f64) -> String {
    let left = point(x - r, y);
    let r = n(r);
    format!("M{left}l{r}-{r} {r} {r}-{r} {r}z")
}

/// Six points around a hexagon.
fn star(x: f64, y: f64, r: f64) -> String {
    let inner = r * 0.55;
    // To the corners of a hexagon: the sine of 60 degrees, and of 30.
    let (out, out_half) = (r * 0.866, r * 0.5);
    let (inn, inn_half) = (inner * 0.866, inner * 0.5);
    let around = [
        (0.0, -r),
        (inn_half, -inn),
        (out, -out_half),
        (inner, 0.0),
        (out, out_half),
        (inn_half, inn),
        (0.0, r),
        (-inn_half, inn),
        (-out, out_half),
        (-inner, 0.0),
        (-out, -out_half),
        (-inn_half, -inn),
    ];
    let corners = around.map(|(dx, dy)| point(x + dx, y + dy));
    format!("M{}z", corners.join("L"))
}

/// A triangle with two lines across: what is hatched was not sent.
fn triangle(x: f64, y: f64, r: f64) -> String {
    let top = point(x, y - r);
    let (half, height) = (n(r * 1.05), n(r * 1.8));
    let width = n(r * 2.1);
    let lines = format!(
        "M{}L{}M{}L{}",
        point(x - r * 0.55, y + r * 0.8),
        point(x + r * 0.18, y - r * 0.4),
        point(x + r * 0.1, y + r * 0.8),
        point(x + r * 0.5, y + r * 0.14)
    );
    format!("M{top}l{half} {height}h-{width}z{lines}")
}

fn hourglass(x: f64, y: f64, r: f64) -> String {
    let top = point(x - r, y - 1.2 * r);
    let (width, height) = (n(2.0 * r), n(2.4 * r));
    format!("M{top}h{width}l-{width} {height}h{width}z")
}
