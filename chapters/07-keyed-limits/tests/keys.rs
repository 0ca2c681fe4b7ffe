//! Whose bucket a request takes from (spec K-03).

use std::net::IpAddr;

use keyed_limits::{Asked, Key, KeyBy, Network, Proxies};

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// All of 10.0.0.0/8, and one proxy of IPv6.
fn proxies() -> Proxies {
    Proxies::new([Network::new(ip("10.0.0.0"), 8).unwrap(), Network::only(ip("2001:db8::5"))])
}

#[track_caller]
fn assert_client(peer: &str, forwarded: &str, expected: &str) {
    assert_eq!(proxies().client(ip(peer), forwarded), ip(expected), "{peer}, {forwarded:?}");
}

// spec K-03
#[test]
fn a_stranger_is_not_believed() {
    assert_client("203.0.113.9", "", "203.0.113.9");
    assert_client("203.0.113.9", "198.51.100.1", "203.0.113.9");
    let none = Proxies::NONE.client(ip("10.0.0.1"), "198.51.100.1");
    assert_eq!(none, ip("10.0.0.1"), "nobody is named, so nobody is believed");
}

// spec K-03
#[test]
fn the_walk_begins_on_the_right_and_ends_at_the_first_stranger() {
    assert_client("10.0.0.1", "203.0.113.9", "203.0.113.9");
    assert_client("10.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9");
    assert_client("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.7.0.2", "203.0.113.9");
    assert_client("10.0.0.1", "10.9.9.9, 203.0.113.9, 10.7.0.2", "203.0.113.9");
    assert_client("2001:db8::5", "203.0.113.9, 10.7.0.2", "203.0.113.9");
}

#[test]
fn where_all_are_proxies_the_first_of_them_called() {
    assert_client("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3");
    assert_client("10.0.0.1", "", "10.0.0.1");
}

#[test]
fn what_is_no_address_ends_the_walk() {
    assert_client("10.0.0.1", "203.0.113.9, unknown", "10.0.0.1");
    assert_client("10.0.0.1", "203.0.113.9, _hidden, 10.0.0.2", "10.0.0.2");
    assert_client("10.0.0.1", "203.0.113.9,", "10.0.0.1");
}

#[test]
fn an_address_may_have_a_port_and_brackets() {
    assert_client("10.0.0.1", " 203.0.113.9:4711 ", "203.0.113.9");
    assert_client("10.0.0.1", "[2001:db8::9]:4711", "2001:db8::9");
    assert_client("10.0.0.1", "[2001:db8::9]", "2001:db8::9");
    assert_client("10.0.0.1", "2001:db8::9", "2001:db8::9");
}

#[test]
fn an_address_of_ipv4_is_the_same_one_inside_of_ipv6() {
    assert_client("::ffff:10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9");
}

#[test]
fn a_network_ends_where_its_bits_end() {
    let of = |text, bits| Network::new(ip(text), bits).unwrap();
    assert!(of("10.0.0.0", 8).contains(ip("10.255.255.255")));
    assert!(!of("10.0.0.0", 8).contains(ip("11.0.0.0")));
    assert!(of("0.0.0.0", 0).contains(ip("255.255.255.255")));
    assert!(!of("0.0.0.0", 0).contains(ip("::1")));
    assert!(of("2001:db8::", 32).contains(ip("2001:db8:ffff::1")));
    assert!(!of("2001:db8::", 32).contains(ip("2001:db9::1")));
    assert!(!Network::only(ip("10.0.0.1")).contains(ip("10.0.0.0")));
    let why = Network::new(ip("10.0.0.0"), 33).unwrap_err();
    assert_eq!(why.to_string(), "33 bits of an address that has 32");
    assert!(Network::new(ip("::"), 129).is_err() && Network::new(ip("::"), 128).is_ok());
}

fn key(by: &KeyBy, peer: &str, headers: &[(&str, &str)]) -> Option<Key> {
    by.of(&Asked { peer: ip(peer), headers, route: "/users/{id}" }, &proxies())
}

// spec K-03
#[test]
fn a_key_is_the_address_the_header_the_route_or_two_of_them() {
    let headers = [("X-Api-Key", "k1"), ("X-Forwarded-For", "203.0.113.9")];
    let of = |by| key(&by, "10.0.0.1", &headers);
    let (address, route) = (ip("203.0.113.9"), || "/users/{id}".to_owned());
    assert_eq!(of(KeyBy::Ip), Some(Key::Ip(address)));
    assert_eq!(of(KeyBy::Header("x-api-key".into())), Some(Key::Header(Some("k1".into()))));
    assert_eq!(of(KeyBy::Route), Some(Key::Route(route())));
    assert_eq!(of(KeyBy::IpAndRoute), Some(Key::IpAndRoute(address, route())));
    assert_eq!(of(KeyBy::Nothing), None, "not limited");
}

#[test]
fn several_forwarded_headers_are_one_list() {
    let headers = [("x-forwarded-for", "1.1.1.1"), ("X-Forwarded-For", "203.0.113.9, 10.0.0.2")];
    assert_eq!(key(&KeyBy::Ip, "10.0.0.1", &headers), Some(Key::Ip(ip("203.0.113.9"))));
}

#[test]
fn leaving_the_header_out_is_no_way_around() {
    let by = KeyBy::Header("x-api-key".into());
    assert_eq!(key(&by, "203.0.113.9", &[]), Some(Key::Header(None)));
    assert_eq!(
        key(&by, "203.0.113.9", &[("x-api-key", "")]),
        Some(Key::Header(Some(String::new())))
    );
}

#[test]
fn a_subscriber_of_ipv6_is_one_key() {
    let of = |peer| key(&KeyBy::Ip, peer, &[]);
    assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
    assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
    assert_ne!(of("203.0.113.9"), of("203.0.113.8"));
}
