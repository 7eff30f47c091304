//! The routes. Each has one line for its errors: `wants.answer(…)`.

use crate::error::ApiError;
use crate::ledger;
use crate::limit::Limit;
use crate::order::{NewOrder, Order};
use crate::path::{self, Id};
use crate::shop::Shop;
use agent_error::ErrorRecord;
use agent_error::axum::{Negotiated, Wants};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

#[derive(Debug)]
pub(crate) struct Api {
    pub(crate) shop: Shop,
    pub(crate) limit: Limit,
    pub(crate) ledger: PathBuf,
}

type Shared = State<Arc<Api>>;
type Answer<T> = Result<T, Negotiated<ApiError>>;

pub(crate) fn router(api: Api) -> Router {
    let api = Arc::new(api);
    Router::new()
        .route("/orders", get(list).post(create))
        .route("/orders/{id}", get(show))
        .route("/orders/{id}/cancel", post(cancel))
        .route("/revenue", get(revenue))
        .fallback(no_route)
        .method_not_allowed_fallback(no_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&api), limited))
        .layer(middleware::map_response(logged))
        .with_state(api)
}

async fn list(State(api): Shared) -> Json<Vec<Order>> {
    Json(api.shop.all())
}

async fn show(State(api): Shared, wants: Wants, id: Id) -> Answer<Json<Order>> {
    wants.answer(path::id(id).and_then(|id| api.shop.order(&id)).map(Json))
}

async fn create(
    State(api): Shared,
    wants: Wants,
    body: Result<Json<Value>, JsonRejection>,
) -> Answer<(StatusCode, Json<Order>)> {
    let new =
        crate::body::json(body).and_then(|body| NewOrder::check(&body).map_err(|fields| ApiError::Invalid { fields }));
    wants.answer(new.map(|new| (StatusCode::CREATED, Json(api.shop.add(new)))))
}

async fn cancel(State(api): Shared, wants: Wants, id: Id) -> Answer<Json<Order>> {
    wants.answer(path::id(id).and_then(|id| api.shop.cancel(&id)).map(Json))
}

async fn revenue(State(api): Shared, wants: Wants) -> Answer<Json<Value>> {
    wants.answer(ledger::revenue(&api.ledger).map(|cents| Json(json!({"revenue_cents": cents}))))
}

async fn no_route(wants: Wants, uri: Uri) -> Negotiated<ApiError> {
    wants.error(ApiError::Route { path: uri.path().to_owned() })
}

/// axum adds the header `Allow`.
async fn no_method(wants: Wants, method: Method, uri: Uri) -> Negotiated<ApiError> {
    wants.error(ApiError::Method { method: method.to_string(), path: uri.path().to_owned() })
}

/// Failures go to the shop's log with their causes, which clients do not see.
async fn logged(response: Response) -> Response {
    if let Some(failure) = response.extensions().get::<ErrorRecord>() {
        agent_error::tracing::event(failure);
    }
    response
}

async fn limited(State(api): Shared, wants: Wants, request: Request, next: Next) -> Answer<Response> {
    wants.answer(api.limit.count(Instant::now()))?;
    Ok(next.run(request).await)
}
