//! Compiles the code blocks of the guide on foreign errors, with the definitions that they assume.

#![allow(dead_code, unused_imports, reason = "the blocks are compiled, not called")]

mod prelude {
    pub(crate) use crate::aws_sdk_s3;
    pub use agent_error::definition::Foreign;
}

/// The part of the AWS SDK that the guide uses. All errors of its operations have this structure.
mod aws_sdk_s3 {
    pub mod error {
        pub use aws_smithy_runtime_api::client::orchestrator::HttpResponse;
        pub use aws_smithy_types::error::metadata::ProvideErrorMetadata;
        pub type SdkError<E, R = HttpResponse> = aws_smithy_runtime_api::client::result::SdkError<E, R>;
    }

    pub mod operation {
        pub mod get_object {
            use aws_smithy_types::error::ErrorMetadata;
            use aws_smithy_types::error::metadata::ProvideErrorMetadata;

            #[derive(Debug, thiserror::Error)]
            #[error("the object cannot be read")]
            pub struct GetObjectError(ErrorMetadata);

            impl ProvideErrorMetadata for GetObjectError {
                fn meta(&self) -> &ErrorMetadata {
                    &self.0
                }
            }
        }
    }
}

include!(concat!(env!("OUT_DIR"), "/blocks.rs"));
