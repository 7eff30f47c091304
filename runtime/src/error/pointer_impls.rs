//! Implements [`AgentError`] for references, `Box` and `Arc`.

use super::coded::AgentError;
use super::context::ContextValue;
use super::facts::Facts;
use super::field_value::Value;
use crate::definition::error_def::ErrorDef;
use crate::definition::part::Part;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Implements every method by forwarding to the error behind the pointer.
macro_rules! forward {
    ($($generics:tt)*) => {
        $($generics)* {
            fn code(&self) -> &str {
                (**self).code()
            }
            fn def(&self) -> Option<&'static ErrorDef> {
                (**self).def()
            }
            fn inner(&self) -> Option<&dyn AgentError> {
                (**self).inner()
            }
            fn facts(&self) -> Facts {
                (**self).facts()
            }
            fn retry_after(&self) -> Option<Duration> {
                (**self).retry_after()
            }
            fn visit_text(&self, part: Part, out: &mut dyn FnMut(fmt::Arguments<'_>)) {
                (**self).visit_text(part, out);
            }
            fn visit_actions(&self, visit: &mut dyn FnMut(&str)) {
                (**self).visit_actions(visit);
            }
            fn visit_context(&self, visit: &mut dyn FnMut(&str, ContextValue<'_>)) {
                (**self).visit_context(visit);
            }
            fn visit_fields(&self, visit: &mut dyn FnMut(&[&dyn Value])) {
                (**self).visit_fields(visit);
            }
        }
    };
}

forward!(impl<E: AgentError> AgentError for Box<E>);
forward!(impl<E: AgentError + ?Sized> AgentError for Arc<E>);
forward!(impl<E: AgentError + ?Sized> AgentError for &E);
