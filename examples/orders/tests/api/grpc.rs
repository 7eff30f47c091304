//! The errors of the gRPC API.

use crate::Server;
use crate::v1::{Order, UpdateOrderRequest};
use agent_error_tonic::record;
use snapbox::{assert_data_eq, file};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;
use tonic::{Request, Status};
use tonic_prost::ProstCodec;
use tonic_types::StatusExt;

async fn call(
    server: &Server,
    method: &str,
    id: &str,
    item: &str,
    quantity: u64,
) -> Result<Order, Status> {
    let channel = Channel::from_shared(server.grpc.clone())
        .unwrap()
        .connect()
        .await
        .unwrap();
    let mut client = Grpc::new(channel);
    client.ready().await.unwrap();
    let path: PathAndQuery = format!("/orders.v1.Orders/{method}").parse().unwrap();
    let message = UpdateOrderRequest {
        id: id.to_owned(),
        item: item.to_owned(),
        quantity,
    };
    client
        .unary(Request::new(message), path, ProstCodec::default())
        .await
        .map(tonic::Response::into_inner)
}

const ABOUT: &str = "\
Calls of the gRPC API. Each is followed by its status and by its details, as Rust prints them. The last line is what
agent_error_tonic::record reads from both. A detail of its own has the advice. `status` is the HTTP status that the HTTP
API returns for the same code.

";

#[tokio::test]
async fn every_error_is_a_status_with_details() {
    let server = Server::start(&[]);
    let mut shown = ABOUT.to_owned();
    for (method, id, item, quantity) in [
        ("UpdateOrder", "77", "anvil", 1),
        // The code declares its own gRPC status.
        ("UpdateOrder", "2", "anvil", 1),
        ("UpdateOrder", "1", "hammer", 0),
        // The error of tonic itself.
        ("DropOrder", "1", "", 0),
    ] {
        let status = call(&server, method, id, item, quantity).await.unwrap_err();
        let _ = writeln!(shown, "{method} id={id} item={item} quantity={quantity}");
        let _ = writeln!(shown, "{:?}: {}", status.code(), status.message());
        let info = status.get_details_error_info().unwrap();
        let metadata = BTreeMap::from_iter(info.metadata);
        let _ = writeln!(
            shown,
            "ErrorInfo: {}, {}, {metadata:?}",
            info.reason, info.domain
        );
        for detail in status.get_error_details_vec().iter().skip(1) {
            let _ = writeln!(shown, "{detail:?}");
        }
        let _ = writeln!(
            shown,
            "{}\n",
            serde_json::to_string(&record(&status)).unwrap()
        );
    }
    assert_data_eq!(shown, file!["../grpc.txt"].raw());
}
