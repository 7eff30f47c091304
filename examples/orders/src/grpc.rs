//! The gRPC API. [`DetailsLayer`] adds details to all errors, including those of tonic itself.

#[allow(clippy::all, clippy::pedantic, unreachable_pub, reason = "generated")]
#[path = "grpc/orders.v1.rs"]
mod v1;

use crate::shop::{self, Shop};
use agent_error_tonic::{DetailsLayer, Encoder};
use serde_json::json;
use std::sync::Arc;
use tokio::net::TcpListener;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};
use v1::orders_server::{Orders, OrdersServer};
use v1::{Order, UpdateOrderRequest};

/// Serves the API on a listener until it fails.
pub(crate) async fn serve(
    listener: TcpListener,
    shop: Arc<Shop>,
) -> Result<(), tonic::transport::Error> {
    let details = DetailsLayer::new().encoder(Encoder::new().domain("orders.example.com"));
    let mut server = Server::builder().layer(details);
    server
        .add_service(OrdersServer::from_arc(shop))
        .serve_with_incoming(TcpIncoming::from(listener))
        .await
}

/// `?` converts an `ApiError` to a status.
#[tonic::async_trait]
impl Orders for Shop {
    async fn update_order(
        &self,
        request: Request<UpdateOrderRequest>,
    ) -> Result<Response<Order>, Status> {
        let UpdateOrderRequest { id, item, quantity } = request.into_inner();
        let shop::Order {
            id,
            item,
            quantity,
            state,
        } = self.update(&id, &json!({"item": item, "quantity": quantity}))?;
        Ok(Response::new(Order {
            id,
            item,
            quantity,
            state: state.to_owned(),
        }))
    }
}
