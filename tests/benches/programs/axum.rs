//! An axum service with one route. With `--cfg by_hand`, it writes its problems itself.

use axum::extract::Path;
use axum::{Router, routing::get};

#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(by_hand), derive(agent_error::AgentError))]
#[cfg_attr(not(by_hand), agent_error(integrate(axum)))]
enum ApiError {
    /// The user doesn't exist.
    #[error("user `{name}` does not exist")]
    #[cfg_attr(
        not(by_hand),
        code(
            "USER_NOT_FOUND",
            status = 404,
            suggest = "List all users",
            actions("GET /users")
        )
    )]
    NotFound { name: String },

    /// The client sent too many requests.
    #[error("too many requests")]
    #[cfg_attr(
        not(by_hand),
        code(
            "RATE_LIMITED",
            status = 429,
            retry_after = "2s",
            suggest = "Wait, then try again"
        )
    )]
    TooManyRequests,
}

#[cfg(by_hand)]
impl axum::response::IntoResponse for ApiError {
    fn into_response(self) -> axum::response::Response {
        let (status, code, advice) = match &self {
            Self::NotFound { .. } => (404, "USER_NOT_FOUND", "List all users"),
            Self::TooManyRequests => (429, "RATE_LIMITED", "Wait, then try again"),
        };
        let problem = serde_json::json!({
            "title": self.to_string(), "status": status, "code": code, "suggestion": advice,
        });
        let status = axum::http::StatusCode::from_u16(status).unwrap_or_default();
        (status, axum::Json(problem)).into_response()
    }
}

async fn user(Path(name): Path<String>) -> Result<String, ApiError> {
    match name.as_str() {
        "eve" => Ok(name),
        "bob" => Err(ApiError::TooManyRequests),
        _ => Err(ApiError::NotFound { name }),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let router = Router::new().route("/users/{name}", get(user));
    #[cfg(not(by_hand))]
    let router = router.layer(agent_error_axum::ErrorLayer::new());
    axum::serve(
        tokio::net::TcpListener::bind("127.0.0.1:8080").await?,
        router,
    )
    .await
}
