//! Wrong versions of the breaker itself, each of them caught by the chapter's own
//! test.
//!
//! A version is the chapter's mechanism with one wrong idea: the pieces that are
//! replaced stand here, and everything else is read from the chapter. If the
//! mechanism is rewritten so that a piece is no longer there, this does not build.

use std::panic::catch_unwind;

macro_rules! wrong {
    ($(
        $(#[doc = $words:literal])*
        $name:ident, caught by $tests:ident $module:ident::$test:ident:
        $($file:literal: { $($from:tt)* } => { $($to:tt)* })+
    )+) => {
        $(
            $(#[doc = $words])*
            mod $name {
                #![allow(dead_code, unused, clippy::all, clippy::pedantic)]
                version!($tests $module: $($file: { $($from)* } => { $($to)* })+);
            }

            #[test]
            fn $name() {
                let caught = catch_unwind($name::tests::$module::$test);
                let panic = caught.expect_err("the test does not see what is wrong");
                // It failed by an assertion of its own, and not for want of a file.
                assert!(panic.is::<String>() || panic.is::<&str>());
            }
        )+
    };
}

/// The chapter's files, those that are named with pieces replaced, and the tests
/// of one module.
macro_rules! version {
    ($tests:ident $module:ident: $($change:tt)*) => {
        version!(@files [$($change)*]
            breaker "breaker.rs", call "call.rs", change "change.rs", classify "classify.rs",
            config_error "config_error.rs", machine "machine.rs", p95 "p95.rs", permit "permit.rs",
            phase "phase.rs", readings "readings.rs",
            recent "recent.rs", refused "refused.rs", ring "ring.rs",
            settings "settings.rs", slots "slots.rs", told "told.rs",
            transitions "transitions.rs", watch "watch.rs",
        );
        mod sync {
            pub(crate) use std::sync::{Mutex, MutexGuard};
        }
        mod packed {
            pub struct PackedBreaker;
        }
        pub mod tests {
            use super::breaker::*;
            use super::call::*;
            use super::change::*;
            use super::classify::*;
            use super::config_error::*;
            use super::machine::*;
            use super::refused::*;
            use super::ring::*;
            use super::settings::*;
            version!(@$tests $module);
        }
    };
    (@files $change:tt $($name:ident $file:literal,)+) => {
        $(version!(@file $change $name $file);)+
    };
    (@file [$($change:tt)*] $name:ident $file:literal) => {
        mod $name {
            answer_test::changed!($file in "../chapters/09-breaker/src"; $($change)*);
        }
    };
    (@rules $module:ident) => {
        version!(@tests "rules" script);
        version!(@tests "rules" $module);
    };
    (@breaker $module:ident) => {
        version!(@tests "breaker" start);
        version!(@tests "breaker" $module);
    };
    (@tests $folder:literal $module:ident) => {
        pub mod $module {
            use answer_test::test;
            include!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/../chapters/09-breaker/tests/",
                $folder, "/", stringify!($module), ".rs"
            ));
        }
    };
}

wrong! {
    /// Any success proves that the service is well, whenever it was sent.
    /// Shipped by: opossum#382, cep21/circuit#159, tower-resilience 0.13 (live).
    late_success_closes,
    caught by rules late::a_success_from_before_the_opening_does_not_close_it:
    "machine.rs": { self.late += 1; } => {
        self.late += 1;
        if verdict == Verdict::Success { self.close(now, super::change::Why::Reset); }
    }

    /// Every failure in half-open is the probe's.
    /// Shipped by: tower-resilience 0.13 (live).
    late_failure_reopens,
    caught by rules late::a_failure_from_before_the_opening_does_not_open_it_again:
    "machine.rs": { self.late += 1; } => {
        self.late += 1;
        if verdict == Verdict::Failure { self.count(now, true, std::time::Duration::ZERO); }
    }

    /// A call that ends gives a place back, also one that never had it.
    /// Shipped by: failsafe-go, resilience4j (HEAD).
    stale_refunds_permit,
    caught by rules late::a_late_report_gives_back_no_place_that_it_does_not_hold:
    "machine.rs": { self.late += 1; } => {
        self.late += 1;
        if let Phase::HalfOpen { out, .. } = &mut self.phase { *out = out.saturating_sub(1); }
    }

    /// A call that is cancelled in half-open is the probe.
    /// Shipped by: Hystrix#1853, as the mend of #1621.
    any_cancel_reopens,
    caught by rules late::a_call_from_before_that_is_dropped_does_not_open_it_again:
    "machine.rs": { { return; } } => {
        {
            let now = self.latest;
            return self.count(now, true, std::time::Duration::ZERO);
        }
    }

    /// Every call that was let through reports.
    /// Shipped by: Hystrix#1621, gobreaker (live).
    probe_dropped_leaks,
    caught by rules probes::a_dropped_probe_gives_its_place_back_and_says_nothing:
    "machine.rs": { pub fn give_back(&mut self, ticket: Ticket) } => {
        pub fn give_back(&mut self, ticket: Ticket) {}
        fn end(&mut self, ticket: Ticket)
    }
    "machine.rs": { self.give_back(ticket); } => { self.end(ticket); }

    /// Not to count a result is to do nothing at all.
    /// Shipped by: resilience4j#544, opossum#389, Polly#1991.
    ignored_keeps_permit,
    caught by rules probes::an_ignored_probe_gives_its_place_back_and_is_counted_apart:
    "machine.rs": { self.give_back(ticket); } => {
        if verdict != Verdict::Ignored { self.give_back(ticket); }
    }

    /// The same, seen from a bulkhead behind the breaker that had no place.
    /// Shipped by: Sentinel#1638, sentinel-golang#196, cep21/circuit#159.
    later_layer_eats_probe,
    caught by rules probes::a_probe_that_a_later_layer_eats_does_not_keep_the_place:
    "machine.rs": { self.give_back(ticket); } => {
        if verdict != Verdict::Ignored { self.give_back(ticket); }
    }

    /// Half-open is like closed.
    /// Shipped by: recloser 1.4, failsafe 1.3 (live).
    half_open_uncapped,
    caught by rules probes::of_fifty_calls_at_the_end_of_the_cool_off_one_goes:
    "machine.rs": { if *out >= self.settings.probes } => { if false }

    /// The call that ends the cool-off takes no place: three probes are four.
    /// Shipped by: a published teaching text.
    first_probe_not_counted,
    caught by rules probes::three_probes_are_three_and_not_four:
    "machine.rs": { self.end_cool_off(now); } => {
        let generation = self.generation;
        self.end_cool_off(now);
        if self.generation != generation {
            return Ok(Ticket { generation: self.generation, sent: now, probe: true });
        }
    }

    /// So many probes in all, and not at a time: with more good ones wanted than
    /// probes, it never closes.
    /// Shipped by: resilience4j and gobreaker, who mean it so.
    places_once_a_trial,
    caught by rules probes::more_good_ones_are_wanted_than_may_be_out_so_places_come_back:
    "machine.rs": { self.give_back(ticket); } => {}

    /// Closing is only a change of state.
    /// Shipped by: Hystrix#236.
    window_survives_close,
    caught by rules windows::the_window_is_empty_after_closing:
    "transitions.rs": { let watch = Watch::new(&self.settings); } => {
        let watch = self.past.clone();
    }

    /// Everything that is no success is a failure, a refusal too.
    /// Shipped by: Hystrix a7fc7d15, semian fb2ff72.
    rejections_are_failures,
    caught by rules opens::refused_calls_are_no_failures:
    "machine.rs": { Phase::Open { until } => return Err(Refused::Open { retry_at: *until }), } => {
        Phase::Open { until } => {
            let retry_at = *until;
            self.past.record(now, true, std::time::Duration::ZERO);
            return Err(Refused::Open { retry_at });
        }
    }
    "transitions.rs": { let watch = Watch::new(&self.settings); } => {
        let watch = self.past.clone();
    }

    /// Time 0 means that it never opened.
    /// Shipped by: hoglet 16125bf.
    zero_is_closed,
    caught by rules cools_off::time_zero_is_a_time_like_any_other:
    "transitions.rs": { if now >= until } => {
        if now >= until || until.saturating_sub(self.settings.cool_off) == Moment::ZERO
    }

    /// The cool-off is over when more than its time has gone.
    /// Shipped by: gobreaker, resilience4j, Hystrix, recloser, who mean it so.
    over_is_strict,
    caught by rules cools_off::at_the_end_of_the_cool_off_a_call_goes_and_a_nanosecond_before_it_does_not:
    "transitions.rs": { if now >= until } => { if now > until }

    /// A failed probe leaves the old end of the cool-off, which is over.
    /// Shipped by: nobody that we know of.
    no_new_cool_off,
    caught by rules cools_off::a_failed_probe_begins_the_cool_off_anew:
    "transitions.rs": { let until = now.saturating_add(self.settings.cool_off); } => {
        let from = if why == Why::ProbeFailed { Moment::ZERO } else { now };
        let until = from.saturating_add(self.settings.cool_off);
    }

    /// One good probe closes it, although three were let out.
    /// Shipped by: a published teaching text.
    one_success_closes,
    caught by rules probes::one_success_is_not_enough_where_three_are_wanted:
    "transitions.rs": { if *good >= self.settings.successes } => { if *good >= 1 }

    /// A change by hand is no change.
    /// Shipped by: nobody that we know of.
    no_generation_by_hand,
    caught by rules forced::what_was_sent_before_a_change_by_hand_is_late:
    "transitions.rs": { self.generation += 1; } => {
        self.generation += u64::from(!matches!(why, Why::Forced | Why::Reset));
    }

    /// The clock is always right.
    /// Shipped by: libraries that read a wall clock.
    time_may_go_back,
    caught by rules time_back::a_clock_that_goes_back_ends_no_cool_off_early:
    "transitions.rs": { self.latest = self.latest.max(now); } => { self.latest = now; }

    /// A slow probe that went well is a good one: it closes on a service that is
    /// as slow as before.
    /// Shipped by: nobody that we know of.
    slow_probe_closes,
    caught by rules slow::a_slow_probe_is_no_good_one:
    "transitions.rs": { if slow } => { if false }

    /// Counts over the whole life are a window.
    /// Shipped by: tower-resilience 0.13 (live), hoglet 2462cd1.
    never_evicts,
    caught by rules windows::after_a_thousand_good_calls_five_failures_are_enough:
    "ring.rs": { self.samples += u32::from(old == Cell::Empty); } => { self.samples += 1; }
    "ring.rs": { self.bad -= u32::from(old == Cell::Bad); } => {}

    /// It judges when the window is full, whatever the minimum.
    /// Shipped by: tower-resilience 0.13 (live; mcp-proxy#220).
    judged_only_when_full,
    caught by rules windows::it_judges_at_min_samples_and_not_when_the_window_is_full:
    "recent.rs": { let enough = samples >= u64::from(self.min_samples); } => {
        let enough = match &self.held {
            Held::Calls(ring) => ring.samples() as usize == ring.cells().len(),
            Held::Time(_) => samples >= u64::from(self.min_samples),
        };
    }

    /// The window must be over-full.
    /// Shipped by: recloser 1.4 (live; recloser#10).
    full_window_plus_one,
    caught by rules windows::the_tenth_failure_of_ten_opens_it_and_the_eleventh_call_is_refused:
    "recent.rs": { samples >= u64::from(self.min_samples) } => {
        samples > u64::from(self.min_samples)
    }

    /// Without a minimum the first failure of a quiet night opens it.
    /// Shipped by: a published teaching text.
    no_minimum,
    caught by rules opens::nineteen_failures_do_not_open_it_where_twenty_samples_are_wanted:
    "recent.rs": { samples >= u64::from(self.min_samples) } => { samples > 0 }

    /// Only a failure can open it.
    /// Shipped by: recloser (the counterpart of full-window-plus-one).
    only_failures_judge,
    caught by rules opens::two_failures_and_two_successes_open_it_at_half_of_four:
    "recent.rs": { let (samples, bad) = self.counts(now); } => {
        let failed = bad;
        let (samples, bad) = self.counts(now);
    }
    "recent.rs": { (enough && too_much) } => { (failed && enough && too_much) }

    /// At the threshold it is not yet too much; at 100 % it never is.
    /// Shipped by: Sentinel#1779.
    strict_at_100,
    caught by rules opens::at_a_hundred_percent_all_must_fail:
    "recent.rs": { bad * 100 >= u64::from(self.percent) * samples } => {
        bad * 100 > u64::from(self.percent) * samples
    }

    /// A percentage is a float.
    /// Shipped by: cep21/circuit#159.
    float_misses_exact,
    caught by rules opens::fifty_seven_of_a_hundred_are_fifty_seven_percent:
    "recent.rs": { bad * 100 >= u64::from(self.percent) * samples } => {
        bad as f64 / samples as f64 * 100.0 >= f64::from(self.percent)
    }

    /// A success while it is closed says nothing: 1 % of failures opens it.
    /// Shipped by: a published teaching text.
    never_a_row,
    caught by rules opens::one_failure_in_a_hundred_is_never_a_row:
    "watch.rs": { if failed { count.saturating_add(1) } else { 0 } } => {
        *count + u32::from(failed)
    }

    /// A slot is written on, whatever it counted before.
    /// Shipped by: nobody that we know of.
    old_slot_is_kept,
    caught by rules windows::after_a_long_idle_time_nothing_is_left:
    "slots.rs": { *slot = Slot { stretch: self.newest, ..Slot::default() }; } => {
        slot.stretch = self.newest;
    }

    /// A permit that a panic drops is a caller that went away.
    /// Shipped by: iand/circuit (HEAD), hoglet ada16a1 (there the place leaks as well).
    panic_says_nothing,
    caught by breaker permits::a_probe_that_panics_is_a_failure:
    "permit.rs": { if thread::panicking() && !self.panicking } => { if false }

    /// Every panic is of this call, also one that was under way before it.
    /// Shipped by: nobody that we know of.
    every_panic_is_a_failure,
    caught by breaker permits::a_panic_that_was_under_way_before_is_not_of_this_call:
    "permit.rs": { if thread::panicking() && !self.panicking } => { if thread::panicking() }

    /// The code after the call always runs.
    /// Shipped by: gobreaker (HEAD: a probe that ends by Goexit), rubyist.
    no_drop,
    caught by breaker permits::a_permit_that_is_dropped_frees_its_place_and_says_nothing:
    "permit.rs": { self.breaker.get().give_back(ticket); } => { drop(ticket); }

    /// A panic inside a poll is seen when the future is dropped.
    /// Shipped by: hand-written futures that hold a permit.
    panic_of_a_poll_is_not_caught,
    caught by breaker futures::a_panic_in_a_poll_is_a_failure_at_once_whoever_catches_it:
    "call.rs": { permit.failure(); } => { drop(permit); }

    /// The listener is called where the change is made, under the lock.
    /// Shipped by: gobreaker (live), failsafe-go d1f1d81.
    callback_under_lock,
    caught by breaker told::a_listener_may_use_the_breaker:
    "breaker.rs": { drop(shared); if mine { self.tell(); } } => {
        while let Some((change, listener)) = shared.told.next() {
            listener(&change);
        }
        drop(shared);
    }

    /// A change that is told to a busy listener is told beside it.
    /// Shipped by: libraries that call the listener from every thread.
    callback_overlaps_itself,
    caught by breaker told::a_change_made_by_the_listener_is_told_when_it_has_returned:
    "told.rs": { !std::mem::replace(&mut self.busy, true) } => { true }

    /// A status of 404, or 429, is a failure of the server.
    /// Shipped by: breakers that judge by `is_success`.
    client_errors_count,
    caught by breaker judged::errors_of_the_server_count_and_those_of_the_client_do_not:
    "classify.rs": { Self::Status(100..=499) } => { Self::Status(100..=399) }
}
