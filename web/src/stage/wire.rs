//! Calls on their way: along the wire to the service, and back as what came of
//! them. One that is not sent falls off where the wire ends.
//!
//! Only the trace is read. Of several copies the picture is that of the first.
//! The wire has a few places for dots, which calls take
//! in turn; with more calls than that the oldest dot gives way.

use std::ops::Range;

use clock::Moment;
use simulation::{Outcome as Ended, Output, RequestId, Trace, What};

use super::channels::{Channels, Points};
use super::outcome::Outcome;
use super::reel::Span;

/// So many calls are seen at once.
pub(super) const DOTS: usize = 16;
/// So many that were not sent.
pub(super) const FALLING: usize = 6;
/// From one end of the wire to the other, in nanoseconds; less for a short call.
const WAY_NS: u64 = 150_000_000;
/// One falls for so long, in nanoseconds.
const FALL_NS: u64 = 400_000_000;
/// The ends of the wire, in tenths, and a place where nothing is seen.
const CALLER: i64 = 1040;
const SERVICE: i64 = 3360;
const GONE: i64 = -10_000;

/// A call that was sent.
#[derive(Clone, Copy, Debug)]
struct Call {
    sent: Moment,
    over: Option<(Moment, Ended)>,
}

/// Writes the dots' channels of one window.
pub(super) fn write(trace: &Trace, span: Span, channels: &mut Channels) {
    let (calls, refused) = read(trace, copies(trace));
    for dot in 0..DOTS {
        let mine = turns(&calls, dot, DOTS);
        let near = near(&mine, |call| call.sent, span);
        let (places, shapes) = way(&mine[near.clone()], near.start == 0);
        channels.lin.insert(format!("dot-{dot}"), cut(&places, span));
        channels.step.insert(format!("dot-{dot}-is"), cut_held(&shapes, span));
    }
    for one in 0..FALLING {
        let mine = turns(&refused, one, FALLING);
        let near = near(&mine, |&at| at, span);
        let places = falls(&mine[near.clone()], near.start == 0);
        channels.lin.insert(format!("fall-{one}"), cut(&places, span));
    }
}

/// Calls are dealt out in turn to so many.
fn copies(trace: &Trace) -> u32 {
    let copies = trace.reading(Moment::ZERO).get("copies");
    copies.and_then(|copies| u32::try_from(copies).ok()).unwrap_or(1).max(1)
}

/// What the first of `copies` sent, and when it did not.
fn read(trace: &Trace, copies: u32) -> (Vec<Call>, Vec<Moment>) {
    let first = |id: RequestId| id.0.saturating_sub(1).is_multiple_of(copies);
    let mut calls: Vec<Call> = Vec::new();
    // Numbers of requests are dense.
    let mut place: Vec<u32> = Vec::new();
    let mut refused = Vec::new();
    for event in &trace.events {
        match &event.what {
            What::Out(Output::Admit(id)) if first(*id) => {
                let index = id.0 as usize;
                if place.len() <= index {
                    place.resize(index + 1, u32::MAX);
                }
                place[index] = u32::try_from(calls.len()).unwrap_or(u32::MAX);
                calls.push(Call { sent: event.at, over: None });
            }
            What::Out(Output::Done(id, how)) | What::Finish(id, how) => {
                let call = place.get(id.0 as usize).and_then(|&at| calls.get_mut(at as usize));
                if let Some(call) = call.filter(|call| call.over.is_none()) {
                    call.over = Some((event.at, *how));
                }
            }
            What::Out(Output::Refuse { id, .. }) if first(*id) => refused.push(event.at),
            _ => {}
        }
    }
    (calls, refused)
}

/// Every `of`th, from `first` on.
fn turns<T: Copy>(all: &[T], first: usize, of: usize) -> Vec<T> {
    all.iter().skip(first).step_by(of).copied().collect()
}

/// Those that a window can see: its own, two before them and two after them. Of
/// several at one instant none is left out, or a line would begin without the
/// end of the one before it.
fn near<T>(all: &[T], at: impl Fn(&T) -> Moment, span: Span) -> Range<usize> {
    let two_before = |first: usize| {
        let instant = all.get(first).map(&at);
        all.partition_point(|one| Some(at(one)) < instant).saturating_sub(2)
    };
    let first = two_before(all.partition_point(|one| at(one) <= span.from).saturating_sub(1));
    let end = all.partition_point(|one| at(one) <= span.until) + 2;
    first..end.min(all.len())
}

/// Where a dot is, and what it is; `whole` if these are the run's first calls.
fn way(calls: &[Call], whole: bool) -> (Points<i64>, Points<String>) {
    let (mut places, mut shapes) = (Points::default(), Points::default());
    if whole {
        places.push(Moment::ZERO, GONE);
        shapes.hold(Moment::ZERO, String::new());
    }
    let next = calls.iter().skip(1).map(|call| Some(call.sent)).chain([None]);
    for (call, next) in calls.iter().zip(next) {
        let all_ns = call.over.map(|(at, _)| ns(at) - ns(call.sent));
        let way_ns = all_ns.map_or(WAY_NS, |all| WAY_NS.min(all / 2));
        let there = later(call.sent, way_ns);
        let mut put = |at: Moment, place: i64| {
            if next.is_none_or(|next| at <= next) {
                places.push(at, place);
            }
        };
        put(call.sent, GONE);
        put(call.sent, CALLER);
        shapes.hold(call.sent, OUT.to_owned());
        put(there, SERVICE);
        if let Some((over, how)) = call.over {
            let back = Moment::from_nanos(ns(over) - way_ns);
            match answer(how) {
                Some(shape) => {
                    put(back, SERVICE);
                    if next.is_none_or(|next| back < next) {
                        shapes.hold(back, shape);
                    }
                    put(over, CALLER);
                }
                // Nothing comes back: it is given up.
                None => put(over, SERVICE),
            }
            put(over, GONE);
        }
        // Another call takes its place.
        if let Some(next) = next
            && places.v.last() != Some(&GONE)
        {
            places.push(next, GONE);
        }
    }
    (places, shapes)
}

/// A call on its way.
const OUT: &str = "<circle class=\"hollow w2\" r=\"6\"/>";

/// What comes back.
fn answer(how: Ended) -> Option<String> {
    let outcome = match how {
        Ended::Ok => Outcome::Answered,
        Ended::Failed => Outcome::Failed,
        Ended::TimedOut | Ended::Dropped => return None,
    };
    let mark = outcome.big(0.0, 0.0, if outcome == Outcome::Failed { 8.0 } else { 6.5 });
    Some(format!("<path class=\"big {}\" d=\"{mark}\"/>", outcome.class()))
}

/// How far one has fallen, in thousandths.
fn falls(refused: &[Moment], whole: bool) -> Points<i64> {
    let mut places = Points::default();
    if whole {
        places.push(Moment::ZERO, GONE);
    }
    let next = refused.iter().skip(1).map(|&at| Some(at)).chain([None]);
    for (&at, next) in refused.iter().zip(next) {
        places.push(at, GONE);
        places.push(at, 0);
        let end = later(at, FALL_NS);
        match next {
            Some(next) if next < end => {
                let fallen = 1000 * (ns(next) - ns(at)) / FALL_NS;
                places.push(next, i64::try_from(fallen).unwrap_or(0));
            }
            _ => {
                places.push(end, 1000);
                places.push(end, GONE);
            }
        }
    }
    places
}

/// The points of a line that a window needs: a jump's two together.
fn cut(points: &Points<i64>, span: Span) -> Points<i64> {
    let all = &points.t;
    let (from, until) = (ns(span.from), ns(span.until));
    let last = all.partition_point(|&t| t <= from).saturating_sub(1);
    let next = all.partition_point(|&t| t <= until);
    let first = all.partition_point(|&t| t < all[last]);
    let end = all.get(next).map_or(all.len(), |&edge| all.partition_point(|&t| t <= edge));
    Points { t: all[first..end].to_vec(), v: points.v[first..end].to_vec() }
}

fn cut_held(points: &Points<String>, span: Span) -> Points<String> {
    let all = &points.t;
    let first = all.partition_point(|&t| t <= ns(span.from)).saturating_sub(1);
    let end = all.partition_point(|&t| t <= ns(span.until));
    Points { t: all[first..end].to_vec(), v: points.v[first..end].to_vec() }
}

fn later(at: Moment, by_ns: u64) -> Moment {
    Moment::from_nanos(ns(at) + by_ns)
}

const fn ns(at: Moment) -> u64 {
    at.as_nanos()
}
