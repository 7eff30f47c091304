//! Recognizes the errors of panicked tasks.

use std::error::Error;
use std::io::{self, Write};

/// If the error is the `JoinError` of a task that panicked, returns its description, which contains the panic message.
///
/// This crate doesn't depend on tokio, so this function recognizes the type by its `Debug` output.
pub(crate) fn panicked_task(error: &(dyn Error + 'static)) -> Option<String> {
    const START: &[u8; 17] = b"JoinError::Panic(";
    if let Some(inner) = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        return panicked_task(inner);
    }
    let mut start = [0; START.len()];
    // Writing fails when the buffer is full, so the rest of the output isn't formatted.
    let _ = write!(&mut start[..], "{error:?}");
    (start == *START).then(|| error.to_string())
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
