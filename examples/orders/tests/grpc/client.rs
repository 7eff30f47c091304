//! Runs a server as a child process of a test, and calls its gRPC API.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;
use tonic::{Request, Status, client::Grpc};
use tonic_prost::ProstCodec;

/// A running server on ports of its own. Dropping it kills the process.
pub(crate) struct Server {
    child: Child,
    grpc: String,
}

impl Server {
    /// Starts a server and waits until it's listening.
    pub(crate) fn start(flags: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_orders"));
        command.args(["serve", "--port", "0", "--grpc-port", "0"]).args(flags).env_clear();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.next().unwrap().starts_with("http://127.0.0.1:"));
        let grpc = lines.next().unwrap().strip_prefix("grpc://").unwrap().to_owned();
        Self { child, grpc }
    }

    /// Stops the server and returns its log.
    pub(crate) fn log(mut self) -> String {
        self.child.kill().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Calls a method of the gRPC service.
pub(crate) async fn call<Q, A>(server: &Server, method: &str, message: Q) -> Result<A, Status>
where
    Q: prost::Message + Send + Sync + 'static,
    A: prost::Message + Default + Send + Sync + 'static,
{
    let address = format!("http://{}", server.grpc);
    let channel = Channel::from_shared(address).unwrap().connect().await.unwrap();
    let mut client = Grpc::new(channel);
    client.ready().await.unwrap();
    let path: PathAndQuery = format!("/orders.v1.Orders/{method}").parse().unwrap();
    let response = client.unary(Request::new(message), path, ProstCodec::default()).await?;
    Ok(response.into_inner())
}
