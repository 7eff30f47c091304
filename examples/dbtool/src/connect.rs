//! `dbtool connect`: opens and closes a TCP connection. Each kind of failure has its own code.

use crate::error::DbError;
use agent_error::Response;
use serde_json::json;
use std::io::{self, ErrorKind};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Host name or IP address of the server
    #[arg(long, value_parser = host)]
    host: String,

    /// TCP port of the server
    #[arg(long, default_value_t = 5432, value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,

    /// Timeout for each address of the host, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    timeout_ms: u64,
}

/// Rejects URLs, which may contain a password, because error messages contain the host.
fn host(text: &str) -> Result<String, &'static str> {
    if text.contains(['/', '@']) {
        Err("pass only the host name or IP address, and the port with `--port`")
    } else {
        Ok(text.to_owned())
    }
}

pub(crate) fn run(args: &Args) -> Result<Response, DbError> {
    let Args {
        host,
        port,
        timeout_ms,
    } = args.clone();
    let addresses = match (host.as_str(), port).to_socket_addrs() {
        Ok(addresses) => addresses,
        Err(source) => return Err(DbError::Unresolved { host, source }),
    };
    let mut last = io::Error::from(ErrorKind::AddrNotAvailable);
    for address in addresses {
        match TcpStream::connect_timeout(&address, Duration::from_millis(timeout_ms)) {
            Ok(_) => {
                return Ok(Response::new(
                    json!({ "host": host, "port": port, "address": address }),
                ));
            }
            Err(error) => last = error,
        }
    }
    Err(match last.kind() {
        ErrorKind::ConnectionRefused => DbError::Refused {
            host,
            port,
            timeout_ms,
            source: last,
        },
        ErrorKind::TimedOut => DbError::Timeout {
            host,
            port,
            timeout_ms,
            source: last,
        },
        _ => DbError::ConnectionFailed {
            host,
            port,
            source: last,
        },
    })
}
