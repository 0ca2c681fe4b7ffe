//! Starts the workbook.

use std::process::ExitCode;

use anyhow::Context;
use web::address::Posted;
use web::app::running;
use web::browser;
use web::listen::listen;
use web::options::Options;
use web::run::{Off, Runs};
use web::safety::Hosts;

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args_os()) {
        Ok(options) => options,
        Err(words) => words.exit(),
    };
    match serve(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

fn serve(options: Options) -> anyhow::Result<()> {
    let listener = listen(options.bind, options.port)?;
    listener.set_nonblocking(true).context("Cannot make the port ready")?;
    let at = listener.local_addr().context("Cannot read the port's own address")?;
    let hosts = Hosts::new(at);
    let runs = runs(options);
    // The terminal does without its links if this cannot be written.
    let posted = runs.root().map(|root| Posted::at(root, &hosts.url()));
    greet(options, at.port(), &hosts.url(), &runs);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("Cannot start the server's threads")?;
    let result = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::select! {
            ended = axum::serve(listener, running(hosts, runs.clone())) => ended,
            pressed = tokio::signal::ctrl_c() => pressed,
            () = terminated() => Ok(()),
        }
    });
    drop(posted);
    runs.end();
    // Whatever is still being answered is not waited for.
    runtime.shutdown_background();
    result.context("The server stopped")
}

/// Whoever asks a service to end, rather than to be interrupted.
#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut asked) => drop(asked.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// Code is run only where nobody but the reader can ask for it.
fn runs(options: Options) -> Runs {
    if options.no_run {
        Runs::off(Off::Asked)
    } else if options.bind.is_loopback() {
        Runs::find()
    } else {
        Runs::off(Off::Reachable)
    }
}

fn greet(options: Options, port: u16, url: &str, runs: &Runs) {
    if options.port != 0 && port != options.port {
        println!("Port {} is taken, so the workbook is at port {port}.", options.port);
    }
    println!("Breakwater: {url}");
    if !options.bind.is_loopback() {
        let bind = options.bind;
        println!("At {bind} others can read it too, so whatever runs code is turned off.");
    }
    match runs.is_off() {
        Some(Off::Asked) => println!("No answer is run (--no-run)."),
        Some(Off::Nowhere) => println!(
            "The folder with the exercises was not found, so no answer is run: start it there."
        ),
        Some(Off::Reachable) | None => {}
    }
    println!("Press Ctrl-C to stop.");
    if options.open
        && let Err(error) = browser::open(url)
    {
        println!("No browser could be started ({error}): open the address above.");
    }
}
