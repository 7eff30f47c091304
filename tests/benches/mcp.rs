//! Measures the cost of an error as the result of an MCP tool, compared with what rmcp offers.
//!
//! `result` serializes the result. `call` is a complete call from an rmcp client to the server and back, over an
//! in-memory pipe. `calls` are many concurrent calls. Run with `cargo bench -p agent-error-benches --bench mcp`.

use agent_error::{AgentError, Format};
use agent_error_mcp::{Responder, Server};
use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, ErrorData};
use rmcp::service::RunningService;
use rmcp::{RoleClient, RoleServer, ServerHandler, Service, ServiceExt, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

const ID: &str = "INV-999";

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(mcp))]
enum InvoiceError {
    /// No invoice has this id.
    #[error("invoice \"{id}\" does not exist")]
    #[code(
        "INVOICE_NOT_FOUND",
        exit = 5,
        suggest = "Call invoices_list first to find valid ids.",
        actions("invoices_list")
    )]
    NotFound { id: String },
}

fn error(id: &str) -> InvoiceError {
    InvoiceError::NotFound { id: id.to_owned() }
}

/// Builds the facts of the error with `json!`, as many servers do.
fn by_macro(error: &InvoiceError) -> CallToolResult {
    let InvoiceError::NotFound { id } = error;
    let text = json!({
        "ok": false,
        "data": null,
        "error": {
            "code": "INVOICE_NOT_FOUND",
            "message": error.to_string(),
            "suggestion": "Call invoices_list first to find valid ids.",
            "retryable": false,
            "phase": "execution",
            "actions": ["invoices_list"],
            "context": {"id": id},
        },
        "warnings": [],
        "meta": {"duration_ms": 0, "schema_version": "1.0"},
    });
    CallToolResult::error(vec![ContentBlock::text(text.to_string())])
}

fn message_only(error: &InvoiceError) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(error.to_string())])
}

#[divan::bench_group]
mod result {
    use super::{
        Bencher, CallToolResult, Format, ID, InvoiceError, Responder, black_box, by_macro, error, message_only,
    };

    fn bench(bencher: Bencher<'_, '_>, result: impl Fn(&InvoiceError) -> CallToolResult) {
        let error = error(ID);
        bencher.bench_local(|| serde_json::to_vec(&result(black_box(&error))).ok());
    }

    #[divan::bench(args = [Format::Envelope, Format::Xml, Format::Flat, Format::Tagged])]
    fn agent_error(bencher: Bencher<'_, '_>, format: Format) {
        bench(bencher, |error| Responder::new(format).result(error));
    }

    #[divan::bench]
    fn json_macro(bencher: Bencher<'_, '_>) {
        bench(bencher, by_macro);
    }

    #[divan::bench]
    fn rmcp_message_only(bencher: Bencher<'_, '_>) {
        bench(bencher, message_only);
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Get {
    /// The id of the invoice.
    id: String,
}

/// Tools that return the error in each way. The router is stored, because rmcp would otherwise rebuild it for every
/// call.
struct Invoices {
    router: ToolRouter<Self>,
}

#[tool_router]
#[allow(clippy::unused_self, reason = "rmcp calls tools on their server")]
impl Invoices {
    #[tool(description = "Ends with a derived error.")]
    fn derived(&self, Parameters(Get { id }): Parameters<Get>) -> Result<String, InvoiceError> {
        Err(error(&id))
    }

    #[tool(description = "Ends with a result that json! has made.")]
    fn json_macro(&self, Parameters(Get { id }): Parameters<Get>) -> CallToolResult {
        by_macro(&error(&id))
    }

    #[tool(description = "Ends with a message.")]
    fn message(&self, Parameters(Get { id }): Parameters<Get>) -> Result<String, String> {
        Err(error(&id).to_string())
    }

    #[tool(description = "Ends with an error of JSON-RPC.")]
    fn protocol(&self, Parameters(Get { id }): Parameters<Get>) -> Result<String, ErrorData> {
        Err(ErrorData::invalid_params(error(&id).to_string(), None))
    }

    #[tool(description = "Does not fail.")]
    fn good(&self, Parameters(Get { id }): Parameters<Get>) -> String {
        id
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Invoices {}

fn invoices() -> Invoices {
    Invoices { router: Invoices::tool_router() }
}

/// A connected client and server with a runtime of their own.
struct Pair<S: Service<RoleServer>> {
    runtime: Runtime,
    client: RunningService<RoleClient, ()>,
    _server: RunningService<RoleServer, S>,
}

impl<S: Service<RoleServer>> Pair<S> {
    fn new(server: S) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.unwrap_or_else(|error| unreachable!("{error}"));
        let (near, far) = tokio::io::duplex(64 * 1024);
        let (server, client) = runtime.block_on(async { tokio::join!(server.serve(near), ().serve(far)) });
        let (Ok(server), Ok(client)) = (server, client) else { unreachable!("both are on the same thread") };
        Self { runtime, client, _server: server }
    }

    /// Calls a tool. Returns the result's `isError`, or `None` after a protocol error or if the result has no such
    /// member.
    fn call(&self, tool: &'static str, arguments: &serde_json::Map<String, serde_json::Value>) -> Option<bool> {
        let request = CallToolRequestParams::new(tool).with_arguments(arguments.clone());
        self.runtime.block_on(self.client.call_tool(request)).ok().and_then(|result| result.is_error)
    }
}

fn arguments() -> serde_json::Map<String, serde_json::Value> {
    serde_json::Map::from_iter([("id".to_owned(), ID.into())])
}

fn plain() -> Pair<Invoices> {
    Pair::new(invoices())
}

fn wrapped(format: Format) -> Pair<Server<Invoices>> {
    Pair::new(Server::new(invoices()).format(format))
}

/// Measures calls one after another.
fn bench_call<S: Service<RoleServer>>(
    bencher: Bencher<'_, '_>,
    pair: &Pair<S>,
    tool: &'static str,
    expected: Option<bool>,
) {
    let arguments = arguments();
    assert_eq!(pair.call(tool, &arguments), expected);
    bencher.bench_local(|| pair.call(tool, &arguments));
}

#[divan::bench_group]
mod call {
    use super::{Bencher, Format, bench_call, plain, wrapped};

    #[divan::bench(args = [Format::Brief, Format::Envelope, Format::Xml])]
    fn agent_error(bencher: Bencher<'_, '_>, format: Format) {
        bench_call(bencher, &wrapped(format), "derived", Some(true));
    }

    #[divan::bench]
    fn agent_error_without_server(bencher: Bencher<'_, '_>) {
        bench_call(bencher, &plain(), "derived", Some(true));
    }

    #[divan::bench]
    fn json_macro(bencher: Bencher<'_, '_>) {
        bench_call(bencher, &plain(), "json_macro", Some(true));
    }

    #[divan::bench]
    fn rmcp_message_only(bencher: Bencher<'_, '_>) {
        bench_call(bencher, &plain(), "message", Some(true));
    }

    #[divan::bench]
    fn rmcp_protocol_error(bencher: Bencher<'_, '_>) {
        bench_call(bencher, &plain(), "protocol", None);
    }

    #[divan::bench]
    fn good_answer_of_agent_error(bencher: Bencher<'_, '_>) {
        bench_call(bencher, &wrapped(Format::Envelope), "good", Some(false));
    }

    #[divan::bench]
    fn good_answer_of_rmcp(bencher: Bencher<'_, '_>) {
        bench_call(bencher, &plain(), "good", Some(false));
    }
}

/// Measures calls with arguments that the tool doesn't have.
#[divan::bench_group]
mod refused {
    use super::{Bencher, Format, Pair, RoleServer, Service, plain, wrapped};
    use serde_json::Map;

    fn bench<S: Service<RoleServer>>(bencher: Bencher<'_, '_>, pair: &Pair<S>) {
        let arguments = Map::from_iter([("id".to_owned(), 7.into())]);
        assert_eq!(pair.call("good", &arguments), Some(true));
        bencher.bench_local(|| pair.call("good", &arguments));
    }

    #[divan::bench]
    fn agent_error(bencher: Bencher<'_, '_>) {
        bench(bencher, &wrapped(Format::Envelope));
    }

    #[divan::bench]
    fn rmcp(bencher: Bencher<'_, '_>) {
        bench(bencher, &plain());
    }
}

const TOGETHER: usize = 100;

/// Measures concurrent calls on one connection.
#[divan::bench_group]
mod calls {
    use super::{
        Bencher, CallToolRequestParams, Format, ItemsCount, JoinSet, Pair, RoleServer, Service, TOGETHER, arguments,
        plain, wrapped,
    };

    fn bench<S: Service<RoleServer>>(bencher: Bencher<'_, '_>, pair: &Pair<S>, tool: &'static str) {
        let arguments = arguments();
        bencher.counter(ItemsCount::new(TOGETHER)).bench_local(|| {
            pair.runtime.block_on(async {
                let mut calls = JoinSet::new();
                for _ in 0..TOGETHER {
                    let (peer, arguments) = (pair.client.peer().clone(), arguments.clone());
                    calls.spawn(async move {
                        peer.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await.is_ok()
                    });
                }
                calls.join_all().await
            })
        });
    }

    #[divan::bench(args = [Format::Brief, Format::Envelope, Format::Xml])]
    fn agent_error(bencher: Bencher<'_, '_>, format: Format) {
        bench(bencher, &wrapped(format), "derived");
    }

    #[divan::bench]
    fn json_macro(bencher: Bencher<'_, '_>) {
        bench(bencher, &plain(), "json_macro");
    }

    #[divan::bench]
    fn rmcp_message_only(bencher: Bencher<'_, '_>) {
        bench(bencher, &plain(), "message");
    }
}

/// Checks that both sides produce the same output. Otherwise, the comparison would be meaningless.
fn check_same_output() {
    let error = error(ID);
    let value = |result: CallToolResult| {
        let text = result.content.first().and_then(|block| block.as_text()).map(|text| text.text.clone());
        text.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok())
    };
    let ours = value(Responder::new(Format::Envelope).result(&error));
    assert!(ours.is_some());
    assert_eq!(ours, value(by_macro(&error)));
}

/// Makes calls one after another, for `mcp.sh` to count their instructions.
fn repeat(way: &str, times: usize) {
    fn run<S: Service<RoleServer>>(pair: &Pair<S>, tool: &'static str, times: usize) {
        let arguments = arguments();
        for _ in 0..times {
            black_box(pair.call(tool, &arguments));
        }
    }
    match way {
        "message" => run(&plain(), "message", times),
        "brief" => run(&wrapped(Format::Brief), "derived", times),
        "envelope" => run(&wrapped(Format::Envelope), "derived", times),
        "good" => run(&plain(), "good", times),
        "good_wrapped" => run(&wrapped(Format::Brief), "good", times),
        other => unreachable!("`mcp.sh` does not count {other}"),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, first, way, times] = arguments.as_slice()
        && first == "--repeat"
    {
        return repeat(way, times.parse().unwrap_or_default());
    }
    check_same_output();
    divan::main();
}
