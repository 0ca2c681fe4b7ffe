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
    /// All addresses that share the first `bits` with `address`. An IPv4 address that
    /// is written as an IPv6 one, `::ffff:10.0.0.0` with 104 bits, is the IPv4 one with
    /// its 8: that is how a client is known here.
    pub const fn new(address: IpAddr, bits: u8) -> Result<Self, NetworkError> {
        let most = bits_of(address);
        if bits > most {
            return Err(NetworkError { bits, most });
        }
        let canonical = address.to_canonical();
        let more = most - bits_of(canonical);
        // Shorter than the prefix that all of these have: a network of IPv6 addresses.
        if bits < more {
            return Ok(Self { address, bits });
        }
        Ok(Self { address: canonical, bits: bits - more })
    }

    /// This address alone.
    pub const fn only(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self { address, bits: bits_of(address) }
    }

    /// Whether `address` is in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
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

/// How many bits such an address has.
const fn bits_of(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str, bits: u8) -> Network {
        Network::new(address.parse().unwrap(), bits).unwrap()
    }

    #[test]
    fn an_ipv4_network_is_the_same_in_both_spellings() {
        assert_eq!(network("::ffff:10.0.0.0", 104), network("10.0.0.0", 8));
        assert_eq!(network("::ffff:10.1.2.3", 128), network("10.1.2.3", 32));
        assert_eq!(network("::ffff:0.0.0.0", 96), network("0.0.0.0", 0));
        assert_eq!(Network::only("::ffff:10.1.2.3".parse().unwrap()), network("10.1.2.3", 32));
        for spelled in ["10.9.9.9", "::ffff:10.9.9.9"] {
            assert!(network("10.0.0.0", 8).contains(spelled.parse().unwrap()), "{spelled}");
            assert!(
                network("::ffff:10.0.0.0", 104).contains(spelled.parse().unwrap()),
                "{spelled}"
            );
        }
        assert!(!network("::ffff:10.0.0.0", 104).contains("11.0.0.1".parse().unwrap()));
    }

    #[test]
    fn a_proxy_is_known_in_both_spellings() {
        let proxies = Proxies::new([network("::ffff:10.0.0.0", 104)]);
        let client = |peer: &str| proxies.client(peer.parse().unwrap(), "203.0.113.9").to_string();
        assert_eq!(client("10.0.0.1"), "203.0.113.9");
        assert_eq!(client("::ffff:10.0.0.1"), "203.0.113.9");
        assert_eq!(client("11.0.0.1"), "11.0.0.1");
    }

    #[test]
    fn shorter_than_the_common_prefix_it_is_a_network_of_ipv6_addresses() {
        let wide = network("::ffff:0.0.0.0", 80);
        assert!(wide.contains("::1:0:0".parse().unwrap()));
        assert!(!wide.contains("10.0.0.1".parse().unwrap()));
        let why = Network::new("::ffff:10.0.0.0".parse().unwrap(), 129).unwrap_err();
        assert_eq!(why.to_string(), "129 bits of an address that has 128");
    }
}
