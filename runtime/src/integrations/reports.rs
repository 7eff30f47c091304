//! Code shared by the anyhow and eyre integrations, whose error types have the same methods.

/// Generates the functions and impls for an error type that wraps any error and adds context.
macro_rules! report {
    ($error:ty, $casts:ident) => {
        use std::process::ExitCode;
        use $crate::classify::{BoxError, Classifier};
        use $crate::error::coded::AgentError;
        use $crate::process::layered_error::{self, LayeredError};
        use $crate::process::{Failure, Outcome, Reporter};
        use $crate::ready::find::finder;
        use $crate::registry::casts::Casts;
        use $crate::text::cause::source_of;

        /// Finds the outermost coded error, including errors attached as context.
        pub fn find(error: &$error) -> Option<&(dyn AgentError + 'static)> {
            layered_error::find(error, finder(), 0).map(|(found, _)| found)
        }

        impl<T: Outcome> Outcome for Result<T, $error> {
            fn report(self, reporter: &Reporter<'_>) -> ExitCode {
                let error = match self {
                    Ok(outcome) => return outcome.report(reporter),
                    Err(error) => error,
                };
                let classifier = Classifier::of_the_program();
                match layered_error::find(&error, &classifier.finder, 0) {
                    Some((_, found)) => reporter.failure(&Failure::new(found, &*error, &error)),
                    None => reporter.any_error(&*error, &error),
                }
            }
        }

        impl LayeredError for $error {
            fn layers(&self) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
                // Unlike `chain`, stops at an error whose `source` panics.
                let outermost: &(dyn std::error::Error + 'static) = &**self;
                std::iter::successors(Some(outermost), |error| source_of(*error))
            }

            fn context(&self, casts: &Casts) -> Option<&(dyn AgentError + 'static)> {
                casts.$casts.and_then(|cast| cast(self))
            }

            fn boxed(&self) -> Option<&BoxError> {
                self.downcast_ref()
            }
        }
    };
}

pub(super) use report;
