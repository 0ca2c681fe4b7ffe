use std::time::Duration;

use breaker::{Settings, Slow, Trigger, Verdict, Window};
use proptest::prelude::*;

/// One thing that happens.
#[derive(Clone, Debug)]
pub enum Op {
    /// Time goes on by so many milliseconds.
    On(u64),
    /// Or back.
    Back(u64),
    Ask,
    /// One of the calls that are under way ends.
    End(usize, Verdict),
    /// Or is dropped.
    Drop(usize),
    ForceOpen,
    ForceClosed,
    Reset,
}

pub fn on() -> impl Strategy<Value = Op> {
    // Often the very end of a slot, or of the cool-off.
    let steps = prop::sample::select(vec![1, 9, 10, 50, 99, 100, 101, 200, 1000, 5000]);
    steps.prop_map(Op::On)
}

pub fn ends() -> impl Strategy<Value = Op> {
    let verdict = prop_oneof![
        3 => Just(Verdict::Failure),
        3 => Just(Verdict::Success),
        1 => Just(Verdict::Ignored),
    ];
    // Mostly the oldest ones, and now and then one that was nearly forgotten.
    (any::<prop::sample::Index>(), verdict)
        .prop_map(|(index, verdict)| Op::End(index.index(1 << 16), verdict))
}

pub fn drops() -> impl Strategy<Value = Op> {
    (0..1_usize << 16).prop_map(Op::Drop)
}

pub fn ops() -> impl Strategy<Value = Vec<Op>> {
    let op = prop_oneof![
        8 => on(),
        1 => (1..300_u64).prop_map(Op::Back),
        24 => Just(Op::Ask),
        20 => ends(),
        2 => drops(),
        1 => Just(Op::Reset),
        1 => prop_oneof![Just(Op::ForceOpen), Just(Op::ForceClosed), Just(Op::Reset)],
    ];
    prop::collection::vec(op, 1..150)
}

fn window() -> impl Strategy<Value = Window> {
    prop_oneof![
        (1..12_u32).prop_map(Window::Calls),
        prop::sample::select(vec![100, 500, 1000, 1005])
            .prop_map(|ms| Window::Time(Duration::from_millis(ms))),
    ]
}

fn ratio() -> impl Strategy<Value = (u32, Window, u32)> {
    (1..=100_u32, window(), 1..8_u32).prop_map(|(percent, window, min)| match window {
        Window::Calls(calls) => (percent, window, min.min(calls)),
        Window::Time(_) => (percent, window, min),
    })
}

fn trigger() -> impl Strategy<Value = Trigger> {
    prop_oneof![
        1 => (1..6_u32).prop_map(Trigger::Consecutive),
        2 => ratio().prop_map(|(percent, window, min_samples)| {
            Trigger::Ratio { percent, window, min_samples }
        }),
    ]
}

fn slow() -> impl Strategy<Value = Option<Slow>> {
    let over = Duration::from_millis(99);
    let slow = ratio().prop_map(move |(percent, window, min_samples)| Slow::Ratio {
        over,
        percent,
        window,
        min_samples,
    });
    prop::option::weighted(0.3, slow)
}

/// Any settings that are possible.
pub fn settings() -> impl Strategy<Value = Settings> {
    let steps = prop::sample::select(vec![vec![], vec![], vec![], vec![1, 10, 100], vec![33, 50]]);
    (trigger(), slow(), 1..4_u32, 1..4_u32, steps).prop_map(
        |(trigger, slow, probes, successes, steps)| Settings {
            trigger,
            slow,
            cool_off: Duration::from_secs(1),
            probes,
            successes,
            steps,
        },
    )
}

/// Settings for failures in a row, and nothing else.
pub fn in_a_row() -> impl Strategy<Value = Settings> {
    let plain = |settings, failures| Settings {
        trigger: Trigger::Consecutive(failures),
        slow: None,
        steps: vec![],
        ..settings
    };
    (settings(), 1..5_u32).prop_map(move |(settings, failures)| plain(settings, failures))
}
