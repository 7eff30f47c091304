//! Tests of line breaks at the end of messages, as in those of `toml`.

use agent_error::{AgentError, ErrorRecord, render};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[code("BREAKS_FILE", exit = 65)]
#[error("cannot parse the file{end}")]
struct InFile {
    source: InLine,
    #[context(skip)]
    end: &'static str,
}

#[derive(Debug, thiserror::Error)]
#[error("line 3: expected a value{end}")]
struct InLine {
    end: &'static str,
}

fn error(end: &'static str) -> InFile {
    let source = InLine { end };
    InFile { source, end }
}

#[test]
fn no_output_has_the_line_breaks_at_the_end_of_a_message() {
    let (plain, plain_record) = (error(""), ErrorRecord::new("BREAKS_RECORD", "a\nb"));
    for end in ["\n", "\n\n", "\r\n", " \n "] {
        let record = ErrorRecord::new("BREAKS_RECORD", format!("a\nb{end}"));
        for format in crate::ALL {
            let shown = render(&error(end), *format);
            assert_eq!(shown, render(&plain, *format), "{end:?}");
            let shown = render(&record, *format);
            assert_eq!(shown, render(&plain_record, *format), "{end:?}");
        }
        let record = error(end).record();
        assert_eq!(record.message(), "cannot parse the file");
        let causes: Vec<&str> = record.causes().collect();
        assert_eq!(causes, ["line 3: expected a value"]);
    }
}
