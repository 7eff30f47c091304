//! Secrets in the command line and in the output of a program.

use crate::{TIMEOUT, program};
use agent_error::{Format, render};
use agent_error_cli::source::DocumentKind;
use agent_error_testing::Captured;
use std::time::Duration;

const SECRETS: [&str; 2] = ["hunter2-Pa55", "tok_9f8e7d6c5b4a3210"];

#[test]
fn no_secret_is_shown() {
    let script = "echo \"token=tok_9f8e7d6c5b4a3210\" >&2; exit $1";
    let envelope = r#"echo '{"ok":false,"error":{"code":"A","message":"token=tok_9f8e7d6c5b4a3210"}}'; exit 1"#;
    let password = ["--password", "hunter2-Pa55"];
    let timeouts = [Duration::from_millis(1), TIMEOUT];
    for timeout in timeouts {
        for words in [
            &["sh", "-c", script, "sh", "1"][..],
            &["sh", "-c", script, "sh", "0"],
            &["sh", "-c", envelope],
            &["echo", "token=tok_9f8e7d6c5b4a3210"],
            &["sleep", "1000"],
            &["true"],
            &["/nonexistent/tool"],
        ] {
            if words[0] == "sleep" && timeout == TIMEOUT {
                continue;
            }
            let source = program(&[words, &password].concat());
            let error = source.read_document(&[DocumentKind::Catalog], timeout).unwrap_err();
            for format in Format::ALL {
                let text = render(&error, *format);
                assert_eq!(Captured::new(text.as_str(), "", None).check_no_secret(SECRETS), Ok(()), "{text}");
            }
        }
    }
}
