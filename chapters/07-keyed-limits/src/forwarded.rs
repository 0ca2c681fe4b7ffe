use std::fmt;
use std::net::{IpAddr, SocketAddr};

/// The proxies whose word is taken for where a request comes from.
///
/// Anybody can write a forwarded-for header. Each proxy adds, on the right, the
/// address that it was called from; so the header is read from the right, and only
/// as long as the one who wrote the entry is known (spec K-03).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proxies(Vec<Network>);

impl Proxies {
    /// Nobody: then the header is not read at all.
    pub const NONE: Self = Self(Vec::new());

    /// Those that the operator names.
    pub fn new(networks: impl IntoIterator<Item = Network>) -> Self {
        Self(networks.into_iter().collect())
    }

    /// Who called: `peer`, the address at the other end of the connection, or the
    /// first from the right that is no proxy of ours.
    ///
    /// `forwarded` is what stands in the headers, all of them joined by commas in
    /// their order. An entry that is no address ends the walk: behind it nobody is
    /// known, and the call is the proxy's that let it through.
    pub fn client(&self, peer: IpAddr, forwarded: &str) -> IpAddr {
        let mut client = peer.to_canonical();
        for entry in forwarded.rsplit(',') {
            if !self.trusts(client) {
                break; // the one who wrote this entry is a stranger
            }
            let Some(before) = address(entry) else { break };
            client = before.to_canonical();
        }
        client
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }
}

/// `203.0.113.9`, `203.0.113.9:1234`, `2001:db8::9`, `[2001:db8::9]` or `[2001:db8::9]:1234`.
fn address(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let bare = entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(entry);
    let with_port = || entry.parse::<SocketAddr>().map(|socket| socket.ip());
    bare.parse().or_else(|_| with_port()).ok()
}

/// Addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// All addresses that share the first `bits` with `address`.
    pub const fn new(address: IpAddr, bits: u8) -> Result<Self, NetworkError> {
        let most = if address.is_ipv4() { 32 } else { 128 };
        if bits > most { Err(NetworkError { bits, most }) } else { Ok(Self { address, bits }) }
    }

    /// This address alone.
    pub const fn only(address: IpAddr) -> Self {
        Self { address, bits: if address.is_ipv4() { 32 } else { 128 } }
    }

    /// Whether `address` is in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let differ = u32::from(own) ^ u32::from(other);
                differ.leading_zeros() >= u32::from(self.bits)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let differ = u128::from(own) ^ u128::from(other);
                differ.leading_zeros() >= u32::from(self.bits)
            }
            _ => false,
        }
    }
}

/// A network of more bits than its addresses have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkError {
    /// How many were asked for.
    pub bits: u8,
    /// How many such an address has.
    pub most: u8,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bits of an address that has {}", self.bits, self.most)
    }
}

impl std::error::Error for NetworkError {}
