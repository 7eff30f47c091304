//! Detects servers on this machine.

/// Whether the text contains an address of this machine.
pub(super) fn names_this_machine(text: &str) -> bool {
    const HOSTS: [&str; 4] = ["localhost", "0.0.0.0", "::1", "host.docker.internal"];
    let lower = text.to_lowercase();
    // Split at characters that can't be part of a host. Colons are kept for IPv6 addresses.
    let mut parts = lower.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':')));
    parts.any(|part| {
        let part = part.trim_end_matches([':', '.']);
        let host = match part.split_once(':') {
            Some((host, rest)) if !rest.contains(':') => host,
            _ => part,
        };
        HOSTS.contains(&host) || host.ends_with(".localhost") || is_loopback(host)
    })
}

/// Whether a host is an IPv4 address in 127.0.0.0/8.
fn is_loopback(host: &str) -> bool {
    host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::names_this_machine;

    #[test]
    fn local_addresses_are_recognized_in_any_spelling() {
        for text in [
            "POST http://localhost:11434/api/chat: 401",
            "LOCALHOST: 401",
            "http://127.0.0.1:8080: 401 Unauthorized",
            "dial tcp 127.1.2.3:80",
            "http://[::1]:1234/v1: forbidden",
            "see http://0.0.0.0:8000.",
            "http://host.docker.internal:11434",
            "http://models.localhost/v1",
        ] {
            assert!(names_this_machine(text), "{text}");
        }
        for text in [
            "https://api.openai.com: 401",
            "10.127.0.0.1",
            "1127.0.0.1",
            "notlocalhost",
            "localhost.example.com",
            "a::10",
        ] {
            assert!(!names_this_machine(text), "{text}");
        }
    }
}
