//! `key=value&key=value`, as a browser's form writes it.

/// The pairs in order. A broken escape stays as it stands.
pub fn decode(raw: &str) -> Vec<(String, String)> {
    raw.split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (unescape(key), unescape(value))
        })
        .collect()
}

fn unescape(words: &str) -> String {
    let bytes = words.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let escaped = (bytes[i] == b'%').then(|| words.get(i + 1..i + 3)).flatten();
        if let Some(byte) = escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            plain.push(byte);
            i += 3;
        } else {
            plain.push(if bytes[i] == b'+' { b' ' } else { bytes[i] });
            i += 1;
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn a_forms_escapes_are_undone_and_broken_ones_stay() {
        let pairs = decode("n=3000x6%2C4000x1&&x=a+b&y=100%&z=%zz%C3%A9");
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(k, v)| (&**k, &**v)).collect();
        let wanted = [("n", "3000x6,4000x1"), ("x", "a b"), ("y", "100%"), ("z", "%zz\u{e9}")];
        assert_eq!(pairs, wanted);
    }
}
