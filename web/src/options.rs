//! The command line.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};

use clap::{Arg, ArgAction, Command, value_parser};

/// The port that is tried first when nobody names one.
pub const PORT: u16 = 4242;

/// What the reader wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The first port to try.
    pub port: u16,
    /// The address to listen at.
    pub bind: IpAddr,
    /// Whether to open a browser.
    pub open: bool,
    /// Whether to run no code for anybody.
    pub no_run: bool,
}

impl Options {
    /// Reads `words`, of which the first is the program. The error is also how
    /// `--help` and `--version` are answered.
    pub fn parse<I>(words: I) -> Result<Self, clap::Error>
    where
        I: IntoIterator,
        I::Item: Into<OsString> + Clone,
    {
        let found = command().try_get_matches_from(words)?;
        Ok(Self {
            port: found.get_one("port").copied().unwrap_or(PORT),
            bind: found.get_one("bind").copied().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
            open: found.get_flag("open"),
            no_run: found.get_flag("no-run"),
        })
    }
}

fn command() -> Command {
    Command::new("breakwater")
        .version(env!("CARGO_PKG_VERSION"))
        .about("The workbook, in your browser.")
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("N")
                .value_parser(value_parser!(u16))
                .help("The port [default: 4242]; if it is taken, the next free one after it"),
        )
        .arg(
            Arg::new("open")
                .long("open")
                .action(ArgAction::SetTrue)
                .help("Open the workbook in the browser"),
        )
        .arg(
            Arg::new("no-run")
                .long("no-run")
                .action(ArgAction::SetTrue)
                .help("Show the exercises, and run no answer"),
        )
        .arg(
            Arg::new("bind")
                .long("bind")
                .value_name("ADDR")
                .value_parser(value_parser!(IpAddr))
                .help("The address to listen at [default: 127.0.0.1]; any that others can reach turns off whatever runs code"),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Options, clap::Error> {
        Options::parse(std::iter::once(&"breakwater").chain(words))
    }

    #[test]
    fn without_words_it_listens_at_127_0_0_1_4242() {
        let bind = [127, 0, 0, 1].into();
        let plain = Options { port: 4242, bind, open: false, no_run: false };
        assert_eq!(parse(&[]).unwrap(), plain);
    }

    #[test]
    fn every_word_is_heard() {
        let all = Options { port: 80, bind: "::".parse().unwrap(), open: true, no_run: true };
        let words = ["--port", "80", "--bind", "::", "--open", "--no-run"];
        assert_eq!(parse(&words).unwrap(), all);
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for words in [["--port", "65536"], ["--port", "-1"], ["--bind", "localhost"]] {
            assert!(parse(&words).is_err(), "{words:?}");
        }
        assert!(parse(&["--prot", "80"]).unwrap_err().to_string().contains("--port"));
    }
}
