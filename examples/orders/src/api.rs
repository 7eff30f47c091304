//! The routes of the API. [`ProblemLayer`] negotiates the format of errors.

use crate::error::ApiError;
use crate::ledger;
use crate::limit::Limit;
use crate::order::{NewOrder, Order};
use crate::path::{self, Id};
use crate::shop::Shop;
use agent_error::ErrorRecord;
use agent_error::axum::{Json, JsonRejection, ProblemLayer};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) shop: Shop,
    pub(crate) limit: Limit,
    /// The time limit for a request.
    pub(crate) timeout: Duration,
    pub(crate) ledger: PathBuf,
}

type Shared = State<Arc<Api>>;
type Answer<T> = Result<T, ApiError>;

pub(crate) fn router(api: Arc<Api>) -> Router {
    Router::new()
        .route("/orders", get(list).post(create))
        .route("/orders/{id}", get(show))
        .route("/orders/{id}/cancel", post(cancel))
        .route("/revenue", get(revenue))
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&api), in_time))
        .layer(middleware::from_fn_with_state(Arc::clone(&api), limited))
        .layer(ProblemLayer::new().by_default().with_envelopes())
        .layer(middleware::map_response(logged))
        .with_state(api)
}

async fn list(State(api): Shared) -> Json<Vec<Order>> {
    Json(api.shop.all())
}

async fn show(State(api): Shared, id: Id) -> Answer<Json<Order>> {
    Ok(Json(api.shop.order(&path::id(id)?)?))
}

async fn create(State(api): Shared, body: Result<Json<Value>, JsonRejection>) -> Answer<(StatusCode, Json<Order>)> {
    let Json(body) = body?;
    let new = NewOrder::check(&body).map_err(|fields| ApiError::Invalid { fields })?;
    Ok((StatusCode::CREATED, Json(api.shop.add(new))))
}

async fn cancel(State(api): Shared, id: Id) -> Answer<Json<Order>> {
    Ok(Json(api.shop.cancel(&path::id(id)?)?))
}

async fn revenue(State(api): Shared) -> Answer<Json<Value>> {
    let cents = ledger::revenue(&api.ledger)?;
    Ok(Json(json!({"revenue_cents": cents})))
}

async fn no_route(uri: Uri) -> ApiError {
    ApiError::Route { path: uri.path().to_owned() }
}

/// Returns the error for an unsupported method. axum adds the `Allow` header.
async fn no_method(method: Method, uri: Uri) -> ApiError {
    ApiError::Method { method: method.to_string(), path: uri.path().to_owned() }
}

/// Logs server errors together with their causes, which clients never see.
async fn logged(response: Response) -> Response {
    if response.status().is_server_error()
        && let Some(failure) = response.extensions().get::<ErrorRecord>()
    {
        agent_error::tracing::event(failure);
    }
    response
}

/// Returns an error if the request takes too long. Only the body can take long, because handlers wait for nothing else.
async fn in_time(State(api): Shared, request: Request, next: Next) -> Answer<Response> {
    let timeout = ApiError::Timeout { timeout_s: api.timeout.as_secs() };
    tokio::time::timeout(api.timeout, next.run(request)).await.map_err(|_| timeout)
}

async fn limited(State(api): Shared, request: Request, next: Next) -> Answer<Response> {
    api.limit.count(Instant::now())?;
    Ok(next.run(request).await)
}
