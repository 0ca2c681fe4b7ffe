//! Who stands in which place of the line: the number of the request there.

use clock::Moment;
use simulation::{Outcome as Ended, Output, RequestId, Trace, What};

use super::super::channels::{Channels, Points};
use super::super::reel::Span;

/// A line has at most so many places.
const PLACES: usize = 12;
/// A longer number has no room beside its place.
const LONGEST: u32 = 999;

/// Writes one channel a place.
pub(super) fn write(trace: &Trace, span: Span, channels: &mut Channels) {
    let mut places: [Points<String>; PLACES] = Default::default();
    let mut put = |at: Moment, waiting: &[RequestId]| {
        for (place, points) in places.iter_mut().enumerate() {
            let one = waiting.get(place).filter(|id| id.0 <= LONGEST);
            points.hold(at, one.map_or_else(String::new, RequestId::to_string));
        }
    };
    let mut waiting: Vec<RequestId> = Vec::new();
    // What holds at the start of the window holds since then.
    let mut since = Moment::ZERO;
    let mut started = false;
    for event in trace.events.iter().take_while(|event| event.at <= span.until) {
        if event.at > span.from && !started {
            put(since, &waiting);
            started = true;
        }
        match &event.what {
            What::Out(Output::Hold { id, .. }) => waiting.push(*id),
            What::Out(Output::Admit(id)) | What::Finish(id, Ended::Dropped) => {
                waiting.retain(|one| one != id);
            }
            _ => continue,
        }
        since = event.at;
        if started {
            put(since, &waiting);
        }
    }
    if !started {
        put(since, &waiting);
    }
    for (place, points) in places.into_iter().enumerate() {
        channels.step.insert(format!("place-{place}"), points);
    }
}
