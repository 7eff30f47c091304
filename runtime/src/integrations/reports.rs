//! What anyhow and eyre, whose errors have the same methods, do alike.

/// The functions and implementations for an error type that wraps any error and adds contexts.
macro_rules! report {
    ($error:ty) => {
        use std::process::ExitCode;
        use $crate::classify::{BoxError, Classifier};
        use $crate::definition::hooks::Hooks;
        use $crate::error::coded::AgentError;
        use $crate::error::record::ErrorRecord;
        use $crate::integrations::kept::kept;
        use $crate::integrations::layers::{self, Layered};
        use $crate::process::{Failure, Outcome, Reporter};
        use $crate::ready::known::finder;

        /// The outermost coded error in an error: a context, or an error below the contexts.
        pub fn find(error: &$error) -> Option<&(dyn AgentError + 'static)> {
            layers::find(error, finder())
        }

        /// Any error as a coded one, by [`Classifier::classify`].
        pub fn classify(classifier: &Classifier, error: $error) -> ErrorRecord {
            match layers::find_in_context(&error, classifier.finder()) {
                Some(found) => ErrorRecord::from_error(&found),
                None => classifier.classify(kept(error)),
            }
        }

        impl<T: Outcome> Outcome for Result<T, $error> {
            fn report(self, reporter: &Reporter<'_>) -> ExitCode {
                match self {
                    Ok(outcome) => outcome.report(reporter),
                    Err(error) => match layers::find_in_context(&error, reporter.classifier().finder()) {
                        Some(found) => reporter.failure(&Failure::new(&found, &*error, &error)),
                        None if reporter.needs(&*error) => reporter.borrowed_error(&*error, &error),
                        None => reporter.any_error(kept(error)),
                    },
                }
            }
        }

        impl Layered for $error {
            fn layers(&self) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
                self.chain()
            }

            fn context(&self, hooks: Hooks) -> Option<&(dyn AgentError + 'static)> {
                hooks.get::<Context>().and_then(|context| (context.0)(self))
            }

            fn boxed(&self) -> Option<&BoxError> {
                self.downcast_ref()
            }
        }

        /// Recognizes a type as a context.
        pub(crate) struct Context(for<'a> fn(&'a $error) -> Option<&'a (dyn AgentError + 'static)>);

        impl Context {
            pub(crate) const fn of<T: AgentError + Send + Sync + 'static>() -> Self {
                Self(|error| error.downcast_ref::<T>().map(|error| error as _))
            }
        }
    };
}

pub(super) use report;
