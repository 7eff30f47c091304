//! `cloudctl serve`: a cloud to try cloudctl with. It lives in memory, on loopback.

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
Users: `admin` with the password `open-sesame`, and `reader`, who may only read, with `just-looking`.

Faults: calls about an instance named `inst-FAULT` fail in that way, as in `cloudctl instances get inst-500`. A
FAULT is an HTTP status from 400 to 599, `garbage` (a body that is not JSON), `noise` (an answer that is not
HTTP), `hangup` (no answer) or `slow` (an answer after a minute). With `--fault`, all calls except logins fail.

The first line on standard output is the address, for `--endpoint`.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXPLANATION)]
pub(crate) struct Args {
    /// The TCP port on 127.0.0.1; 0 for any that is free
    #[arg(long, default_value_t = 8700)]
    port: u16,

    /// The money of the account, in cents
    #[arg(long, value_name = "CENTS", default_value_t = 1000)]
    balance: u64,

    /// How long a token is valid; with 0, every token has expired
    #[arg(long, value_name = "SECONDS", default_value_t = 3600, value_parser = clap::value_parser!(u64).range(..=31_536_000))]
    token_lifetime: u64,

    /// How many calls a token is good for; without this, any number while it is valid
    #[arg(long, value_name = "CALLS")]
    token_calls: Option<u32>,

    /// Ask for a pause after so many calls
    #[arg(long, value_name = "CALLS")]
    rate_limit: Option<u32>,

    /// How long the pause is, in seconds, as in 0.5
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = pause)]
    retry_after: Duration,

    /// How long every answer takes, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0)]
    latency: u64,

    /// What goes wrong with all calls but logins
    #[arg(long)]
    fault: Option<Fault>,
}

/// The longest pause, in seconds.
const LONGEST_PAUSE: f64 = 31_536_000.0;

fn pause(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=LONGEST_PAUSE).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "not a number of seconds from 0 to 31536000".to_owned())
}

const SLOW: Duration = Duration::from_secs(60);

/// The longest body that is read, in bytes.
const LONGEST_BODY: u64 = 64 * 1024;

/// Serves until the process is ended.
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
        // One thread per request, so that slow answers do not block others.
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
        // The raw writer: the client ends the connection, as `Connection: close` asks it to.
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

/// The segments of a path, decoded one by one, so that an escaped `/` does not split them.
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
