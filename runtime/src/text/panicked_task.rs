//! Recognizes the errors of panicked tasks.

use std::error::Error;
use std::fmt::{self, Write};
use std::io;

/// If the error is the `JoinError` of a task that panicked, returns its description, which contains the panic message.
///
/// This crate doesn't depend on tokio, so only the output of `Debug` identifies the type.
pub(crate) fn panicked_task(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(inner) = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        return panicked_task(inner);
    }
    let mut prefix = Prefix { left: "JoinError::Panic(" };
    // Fails at the first difference, so most errors write only a few characters.
    let _ = write!(prefix, "{error:?}");
    prefix.left.is_empty().then(|| error.to_string())
}

/// Compares what is written with the start of a string. Fails at its end and at the first difference.
struct Prefix {
    left: &'static str,
}

impl Write for Prefix {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.left.strip_prefix(text) {
            Some(left) if !left.is_empty() => {
                self.left = left;
                Ok(())
            }
            _ => {
                if text.starts_with(self.left) {
                    self.left = "";
                }
                Err(fmt::Error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::panicked_task;
    use tokio::runtime::Builder;

    #[test]
    fn a_panicked_task_is_recognized_and_a_canceled_one_is_not() {
        let runtime = Builder::new_current_thread().build().unwrap();
        let error = runtime.block_on(async { tokio::spawn(async { panic!("on purpose") }).await.unwrap_err() });
        assert!(panicked_task(&error).unwrap().contains("on purpose"));
        let canceled = runtime.block_on(async {
            let task = tokio::spawn(std::future::pending::<()>());
            task.abort();
            task.await.unwrap_err()
        });
        assert_eq!(panicked_task(&canceled), None);
        assert_eq!(panicked_task(&std::io::Error::other("JoinError::Panic(")), None);
    }
}
