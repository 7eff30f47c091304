//! What can go wrong on the way to a server.

use agent_error::{AgentError, exit};
use std::io;

/// Why no connection to a server came about. Nothing was sent, so a passing failure may be repeated.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, domain = "DB", exit = exit::UNAVAILABLE)]
pub(crate) enum ConnectError {
    /// No server listens on the port.
    ///
    /// The machine was reached and refused the connection: the server is down, is still starting, or
    /// listens on another port.
    #[error("cannot connect to {host} port {port}: the connection was refused")]
    #[code(
        "DB_CONNECTION_REFUSED",
        retryable,
        retry_after = "5s",
        retry = exponential,
        suggest = "Start the server on {host}, or correct the port with `--port`"
    )]
    Refused {
        /// The host as given.
        host: String,
        /// The TCP port.
        port: u16,
        /// The time that the whole call may take, in milliseconds.
        timeout_ms: u64,
        source: io::Error,
    },

    /// The server did not answer in time.
    ///
    /// Its name was found, but nothing answered: the machine is off or overloaded, or a firewall drops
    /// the packets.
    #[error("cannot connect to {host} port {port}: no answer within {timeout_ms} ms")]
    #[code(
        "DB_CONNECTION_TIMEOUT",
        retryable,
        retry_after = "5s",
        retry = exponential,
        suggest = "Check that no firewall blocks port {port} of {host}, or allow more time with `--timeout-ms`"
    )]
    Timeout {
        /// The host as given.
        host: String,
        /// The TCP port.
        port: u16,
        /// The time that the whole call may take, in milliseconds.
        timeout_ms: u64,
        source: io::Error,
    },

    /// The name of the host has no address.
    ///
    /// The resolver answered, and knows no such name. A name that was registered a moment ago may take
    /// a while to be known.
    #[error("cannot find the host {host:?}")]
    #[code(
        "DB_HOST_UNRESOLVED",
        exit = exit::NOT_FOUND,
        suggest = "Check the spelling of {host:?}, or give its IP address with `--host`"
    )]
    HostUnresolved {
        /// The host as given.
        host: String,
        /// The TCP port.
        port: u16,
        source: io::Error,
    },

    /// The resolver did not answer in time.
    #[error("cannot find the host {host:?}: no answer from the resolver within {timeout_ms} ms")]
    #[code(
        "DB_RESOLVER_TIMEOUT",
        retryable,
        retry_after = "5s",
        retry = exponential,
        suggest = "Check the network connection of this machine, or allow more time with `--timeout-ms`"
    )]
    ResolverTimeout {
        /// The host as given.
        host: String,
        /// The TCP port.
        port: u16,
        /// The time that the whole call may take, in milliseconds.
        timeout_ms: u64,
    },

    /// No way leads to the server.
    ///
    /// A router, or this machine's own routing table, says that the host cannot be reached.
    #[error("cannot connect to {host} port {port}: the host cannot be reached")]
    #[code(
        "DB_HOST_UNREACHABLE",
        retryable,
        retry = exponential,
        suggest = "Check the network connection of this machine, a VPN included"
    )]
    HostUnreachable {
        /// The host as given.
        host: String,
        /// The TCP port.
        port: u16,
        source: io::Error,
    },

    /// The operating system refused to connect.
    #[error("cannot connect to {host} port {port}: {source}")]
    #[code(
        "DB_CONNECTION_FAILED",
        exit = exit::GENERAL_ERROR,
        suggest = "Correct what the operating system gives as the reason, or name another server with `--host`"
    )]
    Failed {
        /// The host as given.
        host: String,
        /// The TCP port.
        port: u16,
        source: io::Error,
    },
}
