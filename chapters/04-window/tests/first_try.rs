//! What the first try does wrong. These tests hold the mistakes in place: the
//! lesson shows them.

mod common;

use std::time::Duration;

use common::ms;
use window::first_try::FirstWindow;

fn first(limit: u32) -> FirstWindow {
    FirstWindow::new(limit, Duration::from_secs(1))
}

#[test]
fn in_the_middle_of_its_life_it_looks_right() {
    let mut window = first(3);
    let passed = |window: &mut FirstWindow, at_ms| {
        (0..5).filter(|_| window.try_acquire(1, ms(at_ms))).count()
    };
    assert_eq!(passed(&mut window, 500), 3);
    assert_eq!(passed(&mut window, 1499), 0);
    assert_eq!(passed(&mut window, 1500), 3);
}

#[test]
fn at_moment_zero_it_has_no_limit() {
    let mut window = first(3);
    assert!((0..100).all(|_| window.try_acquire(1, ms(0))));
}

#[test]
fn who_is_refused_uses_up_what_is_left_for_the_others() {
    let mut window = first(10);
    assert!(window.try_acquire(8, ms(1)));
    assert!(!window.try_acquire(5, ms(2)));
    assert!(!window.try_acquire(1, ms(3)), "two were left");
}
