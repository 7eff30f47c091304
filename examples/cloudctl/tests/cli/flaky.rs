//! A proxy that fails until the test repairs it.

use crate::canned::read_head;
use std::io::{self, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// How the proxy treats connections before the repair.
#[derive(Clone, Copy)]
pub(crate) enum Trouble {
    Closed,
    Unanswered,
    /// Responds with 503 and a `Retry-After` header.
    Busy,
}

/// Listens on a free port. Returns the listener and its endpoint.
pub(crate) fn listener() -> (TcpListener, String) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    (listener, endpoint)
}

/// Starts the proxy. Until the returned flag is set, connections fail as `trouble` specifies; then they're forwarded to
/// the server at `to`.
pub(crate) fn lead(listener: TcpListener, to: &str, trouble: Trouble) -> Arc<AtomicBool> {
    let to = to.strip_prefix("http://").unwrap().to_owned();
    let repaired = Arc::new(AtomicBool::new(false));
    let works = Arc::clone(&repaired);
    thread::spawn(move || {
        let mut held = Vec::new();
        for stream in listener.incoming().map_while(Result::ok) {
            match (works.load(Ordering::SeqCst), trouble) {
                (true, _) => join(stream, TcpStream::connect(&to).unwrap()),
                (false, Trouble::Closed) => drop(stream),
                (false, Trouble::Unanswered) => held.push(stream),
                (false, Trouble::Busy) => refuse(stream),
            }
        }
    });
    repaired
}

fn refuse(mut stream: TcpStream) {
    read_head(&mut stream);
    // The client may have disconnected.
    let _ = stream.write_all(
        b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    );
}

fn join(a: TcpStream, b: TcpStream) {
    for (mut from, mut to) in [(a.try_clone().unwrap(), b.try_clone().unwrap()), (b, a)] {
        thread::spawn(move || {
            // Either side may disconnect.
            let _ = io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Write);
        });
    }
}
