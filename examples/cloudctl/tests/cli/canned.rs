//! Servers that send a fixed response.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// Starts a server that sends the same bytes over every connection, then closes it. Returns its endpoint.
pub(crate) fn answering(answer: impl Into<Vec<u8>>) -> String {
    let answer = answer.into();
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            read_head(&mut stream);
            // The client may have disconnected.
            let _ = stream.write_all(&answer);
        }
    });
    endpoint
}

/// Starts a server that returns a JSON body. Each header in `headers` must end with CRLF. Returns the server's
/// endpoint.
pub(crate) fn json(status: &str, headers: &str, body: &str) -> String {
    let endpoint = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    answering(endpoint + body)
}

/// Starts a server that announces 1000 bytes, sends `body`, then stalls with the connection open. Returns its endpoint.
pub(crate) fn stalling(status: &str, headers: &str, body: &str) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let answer = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: 1000\r\n\r\n{body}");
    thread::spawn(move || {
        let mut open = Vec::new();
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            read_head(&mut stream);
            let _ = stream.write_all(answer.as_bytes());
            open.push(stream);
        }
    });
    endpoint
}

/// Reads the whole request. Closing a connection with unread bytes would reset it.
pub(crate) fn read_head(stream: &mut TcpStream) {
    let mut request = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&request).to_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return;
            }
        }
        match stream.read(&mut chunk).unwrap() {
            0 => return,
            read => request.extend_from_slice(&chunk[..read]),
        }
    }
}
