//! `dbtool connect`: opens and closes a TCP connection.

use crate::error::{ConnectError, DbError};
use agent_error::Response;
use serde::Serialize;
use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Host name or IP address of the server
    #[arg(long, value_parser = host)]
    host: String,

    /// TCP port of the server
    #[arg(long, default_value_t = 5432, value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,

    /// Total timeout, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    timeout_ms: u64,
}

/// Parses a host. Rejects URLs, which may contain a password, because error messages quote the host.
fn host(text: &str) -> Result<String, &'static str> {
    match text {
        "" => Err("must not be empty"),
        text if text.contains(['/', '@']) => Err("pass only the host name or IP address, and the port with `--port`"),
        text => Ok(text.to_owned()),
    }
}

#[derive(Serialize)]
struct Connected {
    host: String,
    port: u16,
    address: SocketAddr,
}

pub(crate) fn run(args: &Args) -> Result<Response, DbError> {
    let deadline = Instant::now() + Duration::from_millis(args.timeout_ms);
    let addresses = resolve(args, deadline)?;
    let address = connect(args, &addresses, deadline)?;
    let text = format!("{} port {} accepts connections ({address}).", args.host, args.port);
    Ok(Response::new(Connected { host: args.host.clone(), port: args.port, address }).human(text))
}

/// Resolves the host. The system's resolver has no timeout, so this runs it in a thread and abandons the thread at the
/// deadline.
fn resolve(args: &Args, deadline: Instant) -> Result<Vec<SocketAddr>, ConnectError> {
    let Args { host, port, timeout_ms } = args.clone();
    let (sender, receiver) = mpsc::channel();
    let server = (host.clone(), port);
    thread::spawn(move || sender.send(server.to_socket_addrs().map(Iterator::collect)));
    match receiver.recv_timeout(time_left(deadline)) {
        Ok(Ok(addresses)) => Ok(addresses),
        Ok(Err(source)) => Err(ConnectError::HostUnresolved { host, port, source }),
        // The thread always sends, so the only error is a timeout.
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            Err(ConnectError::ResolverTimeout { host, port, timeout_ms })
        }
    }
}

/// Connects to the first address that accepts a connection. If none does, returns the last address's error.
fn connect(args: &Args, addresses: &[SocketAddr], deadline: Instant) -> Result<SocketAddr, ConnectError> {
    let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
    for address in addresses {
        match TcpStream::connect_timeout(address, time_left(deadline)) {
            Ok(_) => return Ok(*address),
            Err(error) => last = error,
        }
    }
    Err(failure(args, last))
}

/// Returns at least a millisecond, because `connect_timeout` rejects zero.
fn time_left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}

/// Creates the error for an I/O error.
fn failure(args: &Args, source: io::Error) -> ConnectError {
    let Args { host, port, timeout_ms } = args.clone();
    match source.kind() {
        ErrorKind::ConnectionRefused => ConnectError::ConnectionRefused { host, port, timeout_ms, source },
        ErrorKind::TimedOut | ErrorKind::WouldBlock => ConnectError::Timeout { host, port, timeout_ms, source },
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
            ConnectError::HostUnreachable { host, port, source }
        }
        _ => ConnectError::Failed { host, port, source },
    }
}

#[cfg(test)]
mod tests {
    use super::{Args, failure, resolve};
    use agent_error::AgentError as _;
    use std::io::{Error, ErrorKind};
    use std::time::Instant;

    fn args(host: &str) -> Args {
        Args { host: host.to_owned(), port: 5432, timeout_ms: 1 }
    }

    #[test]
    fn every_io_error_has_a_code() {
        for (kind, code) in [
            (ErrorKind::ConnectionRefused, "DB_CONNECTION_REFUSED"),
            (ErrorKind::TimedOut, "DB_CONNECTION_TIMEOUT"),
            (ErrorKind::HostUnreachable, "DB_HOST_UNREACHABLE"),
            (ErrorKind::NetworkUnreachable, "DB_HOST_UNREACHABLE"),
            (ErrorKind::PermissionDenied, "DB_CONNECTION_FAILED"),
        ] {
            assert_eq!(failure(&args("db"), Error::from(kind)).code(), code);
        }
    }

    #[test]
    fn a_slow_resolver_is_abandoned_at_the_deadline() {
        let started = Instant::now();
        let error = resolve(&args("db.invalid"), started).unwrap_err();
        assert!(started.elapsed().as_millis() < 1000);
        assert!(["DB_RESOLVER_TIMEOUT", "DB_HOST_UNRESOLVED"].contains(&error.code()), "{error}");
    }
}
