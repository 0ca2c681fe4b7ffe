use std::time::Duration;

use super::script::{ratio, three, timed};
use super::{ConfigError, Machine, Settings, Slow, Trigger, Window};

fn error(settings: Settings) -> ConfigError {
    Machine::new(settings).expect_err("settings that are not possible")
}

// spec R-17
#[test]
fn the_defaults_are_for_steady_traffic() {
    let settings = Settings::default();
    let window = Window::Time(Duration::from_mins(1));
    assert_eq!(settings.trigger, Trigger::Ratio { percent: 50, window, min_samples: 20 });
    assert_eq!(settings.cool_off, Duration::from_secs(10));
    assert_eq!((settings.probes, settings.successes), (1, 2));
    assert!(Machine::new(settings).is_ok());
    assert_eq!(Settings::rare().trigger, Trigger::Consecutive(5));
    assert!(Machine::new(Settings::rare()).is_ok());
}

// spec R-04: consecutive failures are their own trigger, not ratio 0.
#[test]
fn a_threshold_is_one_to_a_hundred_percent() {
    for percent in [0, 101, u32::MAX] {
        assert_eq!(error(ratio(percent, 10, 4)), ConfigError::Percent(percent));
    }
    for percent in [1, 100] {
        assert!(Machine::new(ratio(percent, 10, 4)).is_ok());
    }
}

// spec R-18
#[test]
fn more_samples_than_the_ring_holds_are_never_there() {
    assert_eq!(error(ratio(50, 10, 11)), ConfigError::MinSamples { min_samples: 11, calls: 10 });
    assert!(Machine::new(ratio(50, 10, 10)).is_ok());
    assert!(Machine::new(timed(50, 1000, 11)).is_ok());
}

#[test]
fn an_empty_window_is_not_judged() {
    assert_eq!(error(ratio(50, 10, 0)), ConfigError::NoMinSamples);
    assert_eq!(error(timed(50, 1000, 0)), ConfigError::NoMinSamples);
}

#[test]
fn a_window_has_room_and_an_end() {
    assert_eq!(error(ratio(50, 0, 1)), ConfigError::Calls(0));
    assert!(Machine::new(ratio(50, Window::CALLS_MAX, 1)).is_ok());
    let more = Window::CALLS_MAX + 1;
    assert_eq!(error(ratio(50, more, 1)), ConfigError::Calls(more));
}

// A slot is a tenth; one of 0 would be divided by.
#[test]
fn a_slot_lasts_at_least_a_nanosecond() {
    let window = |ns| {
        let window = Window::Time(Duration::from_nanos(ns));
        Settings { trigger: Trigger::Ratio { percent: 50, window, min_samples: 1 }, ..three() }
    };
    assert_eq!(error(window(9)), ConfigError::Time(Duration::from_nanos(9)));
    assert!(Machine::new(window(10)).is_ok());
}

#[test]
fn zeroes_are_no_settings() {
    let zero = |change: fn(&mut Settings)| {
        let mut settings = three();
        change(&mut settings);
        error(settings)
    };
    assert_eq!(zero(|s| s.trigger = Trigger::Consecutive(0)), ConfigError::NoFailures);
    assert_eq!(zero(|s| s.cool_off = Duration::ZERO), ConfigError::NoCoolOff);
    assert_eq!(zero(|s| s.probes = 0), ConfigError::NoProbes);
    assert_eq!(zero(|s| s.successes = 0), ConfigError::NoSuccesses);
}

// spec R-11
#[test]
fn steps_rise_from_one_to_a_hundred() {
    let steps = |steps: &[u8]| Machine::new(Settings { steps: steps.to_vec(), ..three() });
    for wrong in [&[0, 10][..], &[10, 101], &[10, 10], &[10, 1]] {
        assert_eq!(steps(wrong).err(), Some(ConfigError::Steps), "{wrong:?}");
    }
    for right in [&[][..], &[1, 10, 100], &[5]] {
        assert!(steps(right).is_ok(), "{right:?}");
    }
}

// spec R-10
#[test]
fn the_second_trigger_is_checked_like_the_first() {
    let slow = |percent, calls, min_samples| {
        let (over, window) = (Duration::from_secs(1), Window::Calls(calls));
        let slow = Slow::Ratio { over, percent, window, min_samples };
        error(Settings { slow: Some(slow), ..three() })
    };
    assert_eq!(slow(0, 10, 1), ConfigError::Percent(0));
    assert_eq!(slow(50, 10, 0), ConfigError::NoMinSamples);
    assert_eq!(slow(50, 10, 11), ConfigError::MinSamples { min_samples: 11, calls: 10 });
    let p95 = |times, lasting| {
        Machine::new(Settings { slow: Some(Slow::P95 { times, lasting }), ..three() }).err()
    };
    assert_eq!(p95(1, Duration::from_mins(2)), Some(ConfigError::Times(1)));
    let short = Duration::from_nanos(9);
    assert_eq!(p95(3, short), Some(ConfigError::Time(short)));
    assert_eq!(p95(2, Duration::from_nanos(10)), None);
}

#[test]
fn an_error_says_how_to_mend_it() {
    let text = error(ratio(50, 10, 20)).to_string();
    assert_eq!(text, "20 samples of a window that holds 10: give at most 10");
    let text = error(ratio(0, 10, 4)).to_string();
    assert_eq!(text, "a threshold of 0 %: give 1 to 100, or use failures in a row");
}
