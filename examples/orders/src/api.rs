//! The HTTP API. [`ErrorLayer`] makes all errors problems, including those of axum itself.

use crate::error::ApiError;
use crate::shop::{Order, Shop};
use agent_error::ErrorRecord;
use agent_error_axum::{ErrorLayer, Json, Path, Rejection};
use axum::Router;
use axum::extract::State;
use axum::http::{Method, Uri};
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use serde_json::{Value, json};
use std::sync::Arc;

type Body = Result<Json<Value>, Rejection>;
type Id = Result<Path<String>, Rejection>;
type Shared = State<Arc<Shop>>;
type Answer<T> = Result<Json<T>, ApiError>;

pub(crate) fn router(shop: Arc<Shop>) -> Router {
    Router::new()
        .route("/orders", get(list))
        .route("/orders/{id}", get(show).put(update))
        .route("/revenue", get(revenue))
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(ErrorLayer::new().by_default())
        .layer(middleware::map_response(logged))
        .with_state(shop)
}

async fn list(State(shop): Shared) -> Json<Vec<Order>> {
    Json(shop.all())
}

async fn show(State(shop): Shared, id: Id) -> Answer<Order> {
    let Path(id) = id?;
    Ok(Json(shop.order(&id)?))
}

async fn update(State(shop): Shared, id: Id, body: Body) -> Answer<Order> {
    let Path(id) = id?;
    let Json(changed) = body?;
    Ok(Json(shop.update(&id, &changed)?))
}

async fn revenue(State(shop): Shared) -> Answer<Value> {
    Ok(Json(json!({"revenue_cents": shop.revenue()?})))
}

async fn no_route(uri: Uri) -> ApiError {
    ApiError::Route {
        path: uri.path().to_owned(),
    }
}

/// Returns the error for an unsupported method. axum adds the `Allow` header.
async fn no_method(method: Method, uri: Uri) -> ApiError {
    ApiError::Method {
        method: method.to_string(),
        path: uri.path().to_owned(),
    }
}

/// Logs server errors together with their causes, which clients never see.
async fn logged(response: Response) -> Response {
    if response.status().is_server_error()
        && let Some(error) = response.extensions().get::<ErrorRecord>()
    {
        agent_error::tracing::event(error);
    }
    response
}
