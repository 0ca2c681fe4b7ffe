//! The pages in a real browser.
//!
//! Each test starts a workbook, a driver and a Chromium of its own, and ends
//! them. They need `chromium` and `chromedriver`, so a plain `cargo test`
//! passes over them: `just browser` runs them.
//!
//! Whatever a test is about, it also fails on any error in the console and on
//! any request to another origin: see `browser::browse`.

mod breaker;
mod browser;
mod colours;
mod compare;
mod every_page;
mod exercise;
mod following;
mod honest;
mod interleavings;
mod keyboard;
mod lab;
mod live;
mod measured;
mod media;
mod pages;
mod predict;
mod processes;
mod server_gone;
mod tools;
mod webdriver;
