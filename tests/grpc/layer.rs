//! Tests of the layer, which adds details to statuses without details, both in headers and in
//! trailers.

use agent_error::{AgentError, ErrorRecord};
use agent_error_tonic::{DetailsLayer, Encoder, record, status};
use http_body_util::BodyExt;
use std::convert::Infallible;
use std::sync::Arc;
use tonic::body::Body;
use tonic::codegen::tokio_stream::iter;
use tonic::server::{Grpc, ServerStreamingService};
use tonic::{Code, Request, Response, Status};
use tonic_prost::ProstCodec;
use tonic_types::StatusExt;
use tower::{Layer, ServiceExt, service_fn};

/// Sends a unary call that fails with `status` through the layer, and returns the resulting status.
pub(crate) async fn through(layer: &DetailsLayer, status: Status) -> Status {
    let service = layer.layer(service_fn(move |_: http::Request<Body>| {
        let response = status.clone().into_http::<Body>();
        async move { Ok::<_, Infallible>(response) }
    }));
    let response = service
        .oneshot(http::Request::new(Body::empty()))
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    Status::from_header_map(response.headers()).unwrap()
}

#[tokio::test]
async fn a_bare_status_gets_details() {
    let status = through(&DetailsLayer::new(), Status::not_found("no order 9")).await;
    assert_eq!(
        (status.code(), status.message()),
        (Code::NotFound, "no order 9")
    );
    assert_eq!(
        status.get_details_error_info().unwrap().reason,
        "GRPC_NOT_FOUND"
    );
    let record = record(&status);
    assert_eq!(
        (record.code(), record.exit_code(), record.http_status()),
        ("GRPC_NOT_FOUND", 5, 404)
    );
}

#[tokio::test]
async fn the_settings_of_the_encoder_apply() {
    let layer = DetailsLayer::new().encoder(Encoder::new().domain("shop.example.com"));
    let status = through(&layer, Status::unavailable("later")).await;
    assert_eq!(
        status.get_details_error_info().unwrap().domain,
        "shop.example.com"
    );
}

#[tokio::test]
async fn a_status_with_details_passes_through_unchanged() {
    let sent = status(&ErrorRecord::new("L_OURS", "failed").with_exit_code(5));
    let received = through(&DetailsLayer::new(), sent.clone()).await;
    assert_eq!(
        (received.code(), received.message()),
        (sent.code(), sent.message())
    );
    assert_eq!(received.details(), sent.details());
}

#[tokio::test]
async fn metadata_and_headers_stay() {
    let mut sent = Status::aborted("conflict");
    sent.metadata_mut()
        .insert("x-request-id", "17".parse().unwrap());
    let received = through(&DetailsLayer::new(), sent).await;
    assert_eq!(received.metadata().get("x-request-id").unwrap(), "17");
    assert!(!received.details().is_empty());
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("the queue is full")]
#[code("L_QUEUE_FULL", exit = 11, retry_after = "2s")]
struct QueueFull;

#[tokio::test]
async fn a_coded_error_in_the_source_provides_the_details() {
    let status = through(
        &DetailsLayer::new(),
        Status::from_error(Box::new(QueueFull)),
    )
    .await;
    assert_eq!(
        (status.code(), status.message()),
        (Code::ResourceExhausted, "the queue is full")
    );
    assert_eq!(
        status.get_details_error_info().unwrap().reason,
        "L_QUEUE_FULL"
    );
    assert!(status.get_details_retry_info().is_some());
}

#[tokio::test]
async fn the_code_and_the_message_of_the_handler_take_precedence() {
    let mut sent = Status::unavailable("come back later");
    sent.set_source(Arc::new(QueueFull));
    let status = through(&DetailsLayer::new(), sent).await;
    assert_eq!(
        (status.code(), status.message()),
        (Code::Unavailable, "come back later")
    );
    assert_eq!(
        status.get_details_error_info().unwrap().reason,
        "L_QUEUE_FULL"
    );
}

#[tokio::test]
async fn a_successful_response_is_not_changed() {
    let service = DetailsLayer::new().layer(service_fn(|_: http::Request<Body>| async {
        let mut response = http::Response::new(Body::empty());
        response
            .headers_mut()
            .insert("grpc-status", "0".parse().unwrap());
        Ok::<_, Infallible>(response)
    }));
    let response = service
        .oneshot(http::Request::new(Body::empty()))
        .await
        .unwrap();
    assert_eq!(response.headers().len(), 1);
}

/// A stream that sends two strings, then fails.
#[derive(Clone)]
struct Broken(Status);

impl ServerStreamingService<String> for Broken {
    type Response = String;
    type ResponseStream = tonic::codegen::BoxStream<String>;
    type Future = std::future::Ready<Result<Response<Self::ResponseStream>, Status>>;

    fn call(&mut self, _: Request<String>) -> Self::Future {
        let items = [
            Ok("one".to_owned()),
            Ok("two".to_owned()),
            Err(self.0.clone()),
        ];
        std::future::ready(Ok(Response::new(Box::pin(iter(items)))))
    }
}

#[tokio::test]
async fn the_status_at_the_end_of_a_stream_gets_details() {
    let service = DetailsLayer::new().layer(service_fn(|request: http::Request<Body>| async {
        let codec = ProstCodec::<String, String>::default();
        Ok::<_, Infallible>(
            Grpc::new(codec)
                .server_streaming(Broken(Status::data_loss("torn")), request)
                .await,
        )
    }));
    // The request is an empty, uncompressed message.
    let request = http::Request::new(Body::new(http_body_util::Full::new(vec![0_u8; 5].into())));
    let response = service.oneshot(request).await.unwrap();
    assert!(Status::from_header_map(response.headers()).is_none());
    let collected = response.into_body().collect().await.unwrap();
    let status = Status::from_header_map(collected.trailers().unwrap()).unwrap();
    assert_eq!((status.code(), status.message()), (Code::DataLoss, "torn"));
    assert_eq!(record(&status).code(), "GRPC_DATA_LOSS");
    assert_eq!(collected.to_bytes().len(), 2 * (5 + 5));
}
