//! Errors of connections to a server.

use agent_error::{AgentError, exit};
use std::io;

/// Errors of connections to a server. Nothing was sent, so it's safe to retry transient failures.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, domain = "DB", exit = exit::UNAVAILABLE)]
pub(crate) enum ConnectError {
    /// No server is listening on the port.
    ///
    /// The host refused the connection: the server is down or still starting, or it listens on another port.
    #[error("cannot connect to {host} port {port}: connection refused")]
    #[code(
        "DB_CONNECTION_REFUSED",
        retryable,
        retry_after = "5s",
        retry = exponential,
        suggest = "Start the server on {host}, or pass the correct port with `--port`"
    )]
    ConnectionRefused {
        /// The host, as passed.
        host: String,
        /// The TCP port.
        port: u16,
        /// The total timeout, in milliseconds.
        timeout_ms: u64,
        source: io::Error,
    },

    /// The server didn't respond in time.
    ///
    /// The host name was resolved, but the host is off or overloaded, or a firewall drops the packets.
    #[error("cannot connect to {host} port {port}: no response within {timeout_ms} ms")]
    #[code(
        "DB_CONNECTION_TIMEOUT",
        retryable,
        retry_after = "5s",
        retry = exponential,
        suggest = "Check that no firewall blocks port {port} of {host}, or increase `--timeout-ms`"
    )]
    Timeout {
        /// The host, as passed.
        host: String,
        /// The TCP port.
        port: u16,
        /// The total timeout, in milliseconds.
        timeout_ms: u64,
        source: io::Error,
    },

    /// The host name can't be resolved.
    ///
    /// No DNS record was found. A newly registered name may take a while to resolve.
    #[error("cannot resolve the host name {host:?}")]
    #[code(
        "DB_HOST_UNRESOLVED",
        exit = exit::NOT_FOUND,
        suggest = "Check the spelling of {host:?}, or pass the IP address with `--host`"
    )]
    HostUnresolved {
        /// The host, as passed.
        host: String,
        /// The TCP port.
        port: u16,
        source: io::Error,
    },

    /// The resolver didn't respond in time.
    #[error("cannot resolve the host name {host:?}: no response from the resolver within {timeout_ms} ms")]
    #[code(
        "DB_RESOLVER_TIMEOUT",
        retryable,
        retry_after = "5s",
        retry = exponential,
        suggest = "Check the network connection of this machine, or increase `--timeout-ms`"
    )]
    ResolverTimeout {
        /// The host, as passed.
        host: String,
        /// The TCP port.
        port: u16,
        /// The total timeout, in milliseconds.
        timeout_ms: u64,
    },

    /// There is no route to the server.
    ///
    /// A router or this machine's routing table reports that the host is unreachable.
    #[error("cannot connect to {host} port {port}: host unreachable")]
    #[code(
        "DB_HOST_UNREACHABLE",
        retryable,
        retry = exponential,
        suggest = "Check this machine's network connection, including any VPN"
    )]
    HostUnreachable {
        /// The host, as passed.
        host: String,
        /// The TCP port.
        port: u16,
        source: io::Error,
    },

    /// The connection failed for another reason.
    #[error("cannot connect to {host} port {port}: {source}")]
    #[code(
        "DB_CONNECTION_FAILED",
        exit = exit::GENERAL_ERROR,
        suggest = "Fix the cause in the message, or pass another server with `--host`"
    )]
    Failed {
        /// The host, as passed.
        host: String,
        /// The TCP port.
        port: u16,
        source: io::Error,
    },
}
