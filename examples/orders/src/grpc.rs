//! The gRPC API: the same orders and the same errors as over HTTP.

#[allow(clippy::all, clippy::pedantic, unreachable_pub, reason = "generated")]
#[path = "grpc/orders.v1.rs"]
mod v1;

use crate::api::Api;
use crate::error::ApiError;
use crate::ledger;
use crate::order::{NewOrder, Order};
use agent_error::AgentError;
use agent_error_tonic::{DetailsLayer, Encoder};
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;
use tokio::net::TcpListener;
use tonic::codegen::{BoxStream, tokio_stream};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};
use v1::orders_server::OrdersServer;

/// Serves the API on a listener until it fails.
pub(crate) async fn serve(listener: TcpListener, api: Arc<Api>) -> Result<(), tonic::transport::Error> {
    let details = DetailsLayer::new().encoder(Encoder::new().domain("orders.example.com"));
    let mut server = Server::builder().layer(details);
    server.add_service(OrdersServer::new(Orders { api })).serve_with_incoming(TcpIncoming::from(listener)).await
}

struct Orders {
    api: Arc<Api>,
}

type Answer<T> = Result<Response<T>, Status>;

impl Orders {
    fn admit(&self) -> Result<&Api, ApiError> {
        self.api.limit.count(Instant::now())?;
        Ok(&self.api)
    }
}

#[tonic::async_trait]
impl v1::orders_server::Orders for Orders {
    type ListOrdersStream = BoxStream<v1::Order>;

    async fn list_orders(&self, _: Request<v1::ListOrdersRequest>) -> Answer<Self::ListOrdersStream> {
        let orders = self.admit()?.shop.all().into_iter().map(|order| Ok(order.into()));
        Ok(Response::new(Box::pin(tokio_stream::iter(orders))))
    }

    async fn get_order(&self, request: Request<v1::GetOrderRequest>) -> Answer<v1::Order> {
        Ok(Response::new(self.admit()?.shop.order(&request.into_inner().id)?.into()))
    }

    async fn create_order(&self, request: Request<v1::CreateOrderRequest>) -> Answer<v1::Order> {
        let v1::CreateOrderRequest { item, quantity } = request.into_inner();
        let api = self.admit()?;
        let new = NewOrder::check(&json!({"item": item, "quantity": quantity}));
        let new = new.map_err(|fields| ApiError::Invalid { fields })?;
        Ok(Response::new(api.shop.add(new).into()))
    }

    async fn cancel_order(&self, request: Request<v1::CancelOrderRequest>) -> Answer<v1::Order> {
        Ok(Response::new(self.admit()?.shop.cancel(&request.into_inner().id)?.into()))
    }

    async fn get_revenue(&self, _: Request<v1::GetRevenueRequest>) -> Answer<v1::Revenue> {
        let cents = ledger::revenue(&self.admit()?.ledger).map_err(logged)?;
        Ok(Response::new(v1::Revenue { cents }))
    }
}

/// Logs a server error with its causes, which aren't sent to clients.
fn logged(error: ApiError) -> ApiError {
    if error.facts().http_status() >= 500 {
        agent_error::tracing::event(&error);
    }
    error
}

impl From<Order> for v1::Order {
    fn from(order: Order) -> Self {
        Self { id: order.id, item: order.item, quantity: order.quantity, state: order.state.to_string() }
    }
}
