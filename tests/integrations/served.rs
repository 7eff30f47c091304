//! Runs a router behind a real server and returns the bytes that a client receives.

use agent_error::ErrorRecord;
use agent_error::http::record;
use axum::Router;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// A complete response.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

/// A request. The line consists of the method and the path.
pub(crate) struct Call<'a> {
    pub(crate) line: &'a str,
    pub(crate) headers: &'a [(&'a str, &'a str)],
    pub(crate) body: &'a [u8],
}

impl<'a> Call<'a> {
    pub(crate) fn get(path: &'a str, headers: &'a [(&'a str, &'a str)]) -> Self {
        Self {
            line: path,
            headers,
            body: b"",
        }
    }

    /// Sends the request to a server with this router. Returns `None` if the connection closes
    /// without a response.
    pub(crate) fn to(&self, router: Router) -> Option<Answer> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let received = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            tokio::spawn(async move { axum::serve(listener, router).await });
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.write_all(&self.bytes()).await.unwrap();
            let mut received = Vec::new();
            // The server may reset the connection if it doesn't read the whole body.
            let _ = stream.read_to_end(&mut received).await;
            received
        });
        runtime.shutdown_background();
        parsed(&received)
    }

    fn bytes(&self) -> Vec<u8> {
        let line = if self.line.contains(' ') {
            self.line.to_owned()
        } else {
            format!("GET {}", self.line)
        };
        let mut head = format!("{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
        for (name, value) in self.headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        if !self.body.is_empty() {
            head.extend(["content-length: ", &self.body.len().to_string(), "\r\n"]);
        }
        [head.as_bytes(), b"\r\n", self.body].concat()
    }
}

fn parsed(received: &[u8]) -> Option<Answer> {
    let end = received
        .windows(4)
        .position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&received[..end]).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines
        .next()
        .unwrap()
        .split(' ')
        .nth(1)
        .unwrap()
        .parse()
        .unwrap();
    let header = |line: &str| {
        let (name, value) = line.split_once(": ").unwrap();
        (
            name.parse::<HeaderName>().unwrap(),
            value.parse::<HeaderValue>().unwrap(),
        )
    };
    let mut headers = HeaderMap::new();
    for (name, value) in lines.map(header).filter(|(name, _)| name != "date") {
        headers.append(name, value);
    }
    Some(Answer {
        status,
        headers,
        body: received[end + 4..].to_vec(),
    })
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Checks the body with a parser that only knows RFC 9457, and returns it as JSON.
    #[track_caller]
    pub(crate) fn problem(&self) -> Value {
        crate::rfc9457::read(
            self.status.as_u16(),
            self.header("content-type"),
            self.text(),
        )
        .unwrap();
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn record(&self) -> ErrorRecord {
        record(&Method::GET, self.status, &self.headers, &self.body)
    }

    /// Removes the `Vary` header, which this crate adds.
    pub(crate) fn without_vary(mut self) -> Self {
        self.headers.remove("vary");
        self
    }
}
