//! The first free port.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};

/// How many ports are tried, the first one included.
pub const PORTS_TRIED_MAX: u16 = 20;

/// Listens at `port` of `bind`, or at the next free one after it. Port 0 is
/// any free one.
pub fn listen(bind: IpAddr, port: u16) -> Result<TcpListener, NoPort> {
    let last = port.saturating_add(PORTS_TRIED_MAX - 1);
    let failed = |error, port| NoPort { at: SocketAddr::new(bind, port), error };
    for tried in port..=last {
        match TcpListener::bind((bind, tried)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(failed(error, tried)),
        }
    }
    Err(failed(io::ErrorKind::AddrInUse.into(), last))
}

/// No port can be had.
#[derive(Debug)]
pub struct NoPort {
    /// The last address that was tried.
    pub at: SocketAddr,
    /// What the system says.
    pub error: io::Error,
}

impl fmt::Display for NoPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ip, port) = (self.at.ip(), self.at.port());
        match self.error.kind() {
            io::ErrorKind::PermissionDenied => write!(
                f,
                "Port {port} needs rights that this program does not have: name one from 1024 \
                 on, such as --port 4242."
            ),
            io::ErrorKind::AddrInUse => write!(
                f,
                "Port {port} and those before it are all taken: name another, such as --port {}.",
                if port < 50_000 { port.saturating_add(1000) } else { 4242 }
            ),
            io::ErrorKind::AddrNotAvailable => write!(
                f,
                "This machine does not have the address {ip}: name one of its own, or leave \
                 --bind out."
            ),
            _ => write!(f, "Cannot listen at {}: {}.", self.at, self.error),
        }
    }
}

impl std::error::Error for NoPort {}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn a_taken_port_gives_way_to_the_next_free_one() {
        let other = listen(HERE, 0).unwrap();
        let taken = other.local_addr().unwrap().port();
        let ours = listen(HERE, taken).unwrap().local_addr().unwrap().port();
        assert!(taken < ours && ours < taken.saturating_add(PORTS_TRIED_MAX), "{taken} {ours}");
    }

    #[test]
    fn each_failure_names_the_mend() {
        let says = |kind: io::ErrorKind, port| {
            NoPort { at: SocketAddr::new(HERE, port), error: kind.into() }.to_string()
        };
        assert!(says(io::ErrorKind::PermissionDenied, 80).contains("--port 4242"));
        assert!(says(io::ErrorKind::AddrInUse, 4261).contains("--port 5261"));
        assert!(says(io::ErrorKind::AddrInUse, 65_535).contains("--port 4242"));
        assert!(says(io::ErrorKind::AddrNotAvailable, 4242).contains("leave --bind out"));
        assert!(says(io::ErrorKind::OutOfMemory, 4242).contains("127.0.0.1:4242"));
    }
}
