//! `cloudctl serve`: a local server with an in-memory cloud, to try out cloudctl.

mod answer;
mod api;
mod cloud;
mod fault;
mod limit;
mod sessions;

use crate::error::ServeError;
use answer::{Answer, Refusal};
use api::{Api, Request};
use cloud::Cloud;
use fault::Fault;
use limit::Limit;
use percent_encoding::percent_decode_str;
use sessions::Sessions;
use std::convert::Infallible;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const EXPLANATION: &str = "\
Users: `admin` with the password `open-sesame`, and the read-only `reader` with the password `just-looking`.

Faults: to simulate a failure, use `inst-FAULT` as the ID of an instance, as in `cloudctl instances get inst-500`. \
FAULT is an HTTP status from 400 to 599, `garbage` (invalid JSON), `noise` (invalid HTTP), `hangup` (no response) or \
`slow` (a response after a minute). To make all calls except logins fail, pass `--fault`.

The first line of output is the URL for `--endpoint`.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXPLANATION)]
pub(crate) struct Args {
    /// TCP port on 127.0.0.1, or 0 for any free port
    #[arg(long, default_value_t = 8700)]
    port: u16,

    /// Account balance, in cents
    #[arg(long, value_name = "CENTS", default_value_t = 1000)]
    balance: u64,

    /// Token lifetime, in seconds; with 0, tokens are already expired
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    token_lifetime: u64,

    /// Maximum number of calls per token [default: unlimited]
    #[arg(long, value_name = "CALLS")]
    token_calls: Option<u32>,

    /// Number of calls before the rate limit applies [default: unlimited]
    #[arg(long, value_name = "CALLS")]
    rate_limit: Option<u32>,

    /// Retry-After value for rate-limited calls, in seconds, such as 0.5
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = pause)]
    retry_after: Duration,

    /// Delay before every response, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    latency: u64,

    /// Fault to simulate in all calls except logins
    #[arg(long)]
    fault: Option<Fault>,
}

/// The maximum of `--retry-after`, in seconds.
const LONGEST_PAUSE: f64 = 31_536_000.0;

fn pause(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=LONGEST_PAUSE).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "not a number of seconds from 0 to 31536000".to_owned())
}

const SLOW: Duration = Duration::from_secs(60);

/// The maximum length to read of a request body, in bytes.
const LONGEST_BODY: u64 = 64 * 1024;

/// Serves requests until the process is terminated.
pub(crate) fn run(args: &Args) -> Result<Infallible, ServeError> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let listen = || {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let server = tiny_http::Server::from_listener(listener, None).map_err(io::Error::other)?;
        Ok((server, address))
    };
    let (server, address) = listen().map_err(|source| ServeError::not_listening(address, source))?;
    announce(address).map_err(|source| ServeError::Silent { source })?;
    agent_error::process::expect_signal();
    let api = Arc::new(Mutex::new(Api {
        cloud: Cloud::new(args.balance),
        sessions: Sessions::new(Duration::from_secs(args.token_lifetime), args.token_calls),
        limit: Limit::new(args.rate_limit, args.retry_after),
    }));
    let (latency, fault) = (Duration::from_millis(args.latency), args.fault);
    loop {
        let request = server.recv().map_err(|source| ServeError::Stopped { source })?;
        let api = Arc::clone(&api);
        // Use one thread per request, so that slow responses don't block others.
        thread::spawn(move || {
            thread::sleep(latency);
            // The client may have disconnected.
            let _ = serve(request, &api, fault);
        });
    }
}

fn announce(address: SocketAddr) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "http://{address}")?;
    stdout.flush()
}

fn serve(mut request: tiny_http::Request, api: &Mutex<Api>, fault: Option<Fault>) -> io::Result<()> {
    let url = request.url().to_owned();
    let path = split(&url);
    let of_instance = || path.get(2).and_then(|name| Fault::of_instance(name));
    let is_login = path.last().is_some_and(|last| last == "login");
    match fault.filter(|_| !is_login).or_else(of_instance) {
        None => {}
        Some(Fault::Slow) => thread::sleep(SLOW),
        Some(Fault::Status(status)) => {
            return respond(request, Refusal::new(status, fault::reason(status)).into());
        }
        Some(Fault::Garbage) => {
            return respond(request, Answer { status: 200, retry_after: None, body: b"{\"instances\": [".into() });
        }
        Some(Fault::Noise) => return request.into_writer().write_all(b"220 mail.example.com ESMTP\r\n\r\n"),
        // Dropping the raw writer closes the connection without a response.
        Some(Fault::Hangup) => {
            drop(request.into_writer());
            return Ok(());
        }
    }
    let mut body = Vec::new();
    request.as_reader().take(LONGEST_BODY).read_to_end(&mut body)?;
    let token = bearer(&request);
    let call = Request { method: request.method().as_str(), path, token: token.as_deref(), body: &body };
    let answer = api.lock().unwrap_or_else(PoisonError::into_inner).answer(&call, Instant::now());
    respond(request, answer)
}

/// Splits a path into segments and decodes each of them. An escaped `/` doesn't split a segment.
fn split(url: &str) -> Vec<String> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let segments = path.trim_start_matches('/').split('/');
    segments.map(|segment| percent_decode_str(segment).decode_utf8_lossy().into_owned()).collect()
}

fn bearer(request: &tiny_http::Request) -> Option<String> {
    let header = request.headers().iter().find(|header| header.field.equiv("Authorization"))?;
    header.value.as_str().strip_prefix("Bearer ").map(str::to_owned)
}

fn respond(request: tiny_http::Request, answer: Answer) -> io::Result<()> {
    let headers = [
        Some(("Content-Type", "application/json".to_owned())),
        answer.retry_after_s().map(|seconds| ("Retry-After", seconds.to_string())),
    ];
    let mut response = tiny_http::Response::from_data(answer.body).with_status_code(answer.status);
    for (name, value) in headers.into_iter().flatten() {
        if let Ok(header) = tiny_http::Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}
