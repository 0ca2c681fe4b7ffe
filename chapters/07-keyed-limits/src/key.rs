use std::net::{IpAddr, Ipv6Addr};

use super::forwarded::Proxies;

/// Whose bucket a request takes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// One machine, or one household: see [`KeyBy::Ip`].
    Ip(IpAddr),
    /// A header's value; `None` for all that came without that header.
    Header(Option<String>),
    /// A route.
    Route(String),
    /// One caller on one route.
    IpAndRoute(IpAddr, String),
}

/// How the key of a request is found (spec K-03).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyBy {
    /// The caller's address. A subscriber of IPv6 is given 2⁶⁴ addresses, so of
    /// those only the first 64 bits count: nobody gains by changing the rest.
    Ip,
    /// The value of the header of this name. All who leave it out are one key, or
    /// leaving it out would be the way around the limit.
    Header(String),
    /// The route.
    Route,
    /// Caller and route together.
    IpAndRoute,
    /// No key: such a request is not limited.
    Nothing,
}

/// What is known of a request when its key is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'r> {
    /// The address at the other end of the connection.
    pub peer: IpAddr,
    /// Names and values, in the order in which they came.
    pub headers: &'r [(&'r str, &'r str)],
    /// The pattern that was matched, such as `/users/{id}`. The path that was asked
    /// for is the caller's to choose, and each one would be a new key.
    pub route: &'r str,
}

impl KeyBy {
    /// The key of `asked`; `None` if it is not limited.
    pub fn of(&self, asked: &Asked<'_>, proxies: &Proxies) -> Option<Key> {
        Some(match self {
            Self::Ip => Key::Ip(household(asked.client(proxies))),
            Self::Header(name) => Key::Header(asked.header(name).map(str::to_owned)),
            Self::Route => Key::Route(asked.route.to_owned()),
            Self::IpAndRoute => {
                Key::IpAndRoute(household(asked.client(proxies)), asked.route.to_owned())
            }
            Self::Nothing => return None,
        })
    }
}

impl Asked<'_> {
    /// The first value of a header; its name is compared without regard to case.
    fn header(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    fn client(&self, proxies: &Proxies) -> IpAddr {
        let forwarded: Vec<&str> = self.values("x-forwarded-for").collect();
        proxies.client(self.peer, &forwarded.join(","))
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let named = move |&&(known, _): &&(&str, &str)| known.eq_ignore_ascii_case(name);
        self.headers.iter().filter(named).map(|&(_, value)| value)
    }
}

/// An address of IPv4 as it is, of IPv6 its first 64 bits.
fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => Ipv6Addr::from(u128::from(address) >> 64 << 64).into(),
    }
}
