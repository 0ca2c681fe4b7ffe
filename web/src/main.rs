//! Starts the workbook.

use std::process::ExitCode;

use anyhow::Context;
use web::app::app;
use web::browser;
use web::listen::listen;
use web::options::Options;
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
    greet(options, at.port(), &hosts.url());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("Cannot start the server's threads")?;
    let result = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::select! {
            ended = axum::serve(listener, app(hosts)) => ended,
            pressed = tokio::signal::ctrl_c() => pressed,
        }
    });
    // Whatever is still being answered is not waited for.
    runtime.shutdown_background();
    result.context("The server stopped")
}

fn greet(options: Options, port: u16, url: &str) {
    if options.port != 0 && port != options.port {
        println!("Port {} is taken, so the workbook is at port {port}.", options.port);
    }
    println!("Breakwater: {url}");
    if !options.bind.is_loopback() {
        let bind = options.bind;
        println!("At {bind} others can read it too, so whatever runs code is turned off.");
    }
    println!("Press Ctrl-C to stop.");
    if options.open
        && let Err(error) = browser::open(url)
    {
        println!("No browser could be started ({error}): open the address above.");
    }
}
