//! Tests of `session`: its input lines and output lines.

use crate::sandbox::{Sandbox, texts};
use crate::talk::Talk;
use serde_json::{Value, json};

#[test]
fn calls_get_replies_in_order_with_their_ids() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one\ntwo\n");
    let mut talk = Talk::start(&sandbox, &[]);
    for id in [json!(1), json!("b"), json!({"c": [null]}), json!(null)] {
        talk.send(json!({"id": id, "tool": "read", "args": {"path": "a.txt"}}).to_string());
        let expected = match id.is_null() {
            true => json!({"ok": true, "exit": 0, "text": "one\ntwo\n"}),
            false => json!({"id": id, "ok": true, "exit": 0, "text": "one\ntwo\n"}),
        };
        assert_eq!(talk.receive(), expected);
    }
    let part = talk.call("read", json!({"path": "a.txt", "limit": 1}));
    let warnings = json!(["the file has more lines; to continue, pass 2 as `offset`"]);
    assert_eq!(part, json!({"ok": true, "exit": 0, "text": "one\n", "warnings": warnings}));
    assert_eq!(talk.succeeds("write", json!({"path": "b.txt", "content": "x"})), "created b.txt (1 bytes)");
    let edited = talk.succeeds("edit", json!({"path": "a.txt", "old": "two", "new": "2"}));
    assert_eq!(edited, "replaced line 2 of a.txt");
    assert_eq!(talk.succeeds("run", json!({"command": ["cat", "a.txt"]})), "one\n2\n");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn an_error_has_the_same_text_and_exit_code_as_a_single_call() {
    let sandbox = Sandbox::new();
    let mut talk = Talk::start(&sandbox, &[]);
    for (arguments, call, exit) in [
        (&["read", "no.such"][..], json!({"tool": "read", "args": {"path": "no.such"}}), 5),
        (&["read", "../x"], json!({"tool": "read", "args": {"path": "../x"}}), 7),
        (
            &["run", "--", "sh", "-c", "echo hint: no; exit 3"],
            json!({"tool": "run", "args": {"command": ["sh", "-c", "echo hint: no; exit 3"]}}),
            1,
        ),
    ] {
        talk.send(call.to_string());
        let answer = talk.receive();
        assert_eq!((&answer["ok"], &answer["exit"]), (&json!(false), &json!(exit)));
        assert_eq!(format!("{}\n", answer["text"].as_str().unwrap()), sandbox.fails(arguments, exit));
    }
}

#[test]
fn an_invalid_line_gets_an_error_and_the_session_continues() {
    const SHAPE: &str = "hint: Send one JSON object per line: {\"id\": ANY, \"tool\": NAME, \"args\": {...}}";
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one");
    let mut talk = Talk::start(&sandbox, &[]);
    for (line, id, reason) in [
        ("read a.txt", None, "the line is not valid JSON: expected value at line 1 column 1"),
        ("\u{0}", None, "the line is not valid JSON: expected value at line 1 column 1"),
        ("{\"id\":1", None, "the line is not valid JSON: EOF while parsing an object at line 1 column 7"),
        ("[]", None, "the line is not a JSON object"),
        ("\"read\"", None, "the line is not a JSON object"),
        ("{\"id\":1}", Some(1), "missing field `tool`"),
        ("{\"id\":2,\"tool\":3}", Some(2), "`tool`: invalid type: integer `3`, expected a string"),
        (
            "{\"id\":3,\"tool\":\"read\",\"path\":\"a.txt\"}",
            Some(3),
            "unknown field `path`, expected one of `id`, `tool`, `args`",
        ),
        (
            "{\"id\":4,\"tool\":\"read\",\"args\":\"a.txt\"}",
            Some(4),
            "`args`: invalid type: string \"a.txt\", expected a map",
        ),
    ] {
        talk.send(line);
        let answer = talk.receive();
        assert_eq!(answer["text"], format!("[error:INVALID_ARGS] invalid arguments: {reason}\n{SHAPE}"));
        assert_eq!((answer["id"].as_i64(), &answer["exit"]), (id, &json!(2)));
    }
    talk.send(b"\xff\xfe");
    assert!(talk.receive()["text"].as_str().unwrap().contains("the line is not valid JSON"));
    talk.send("[".repeat(100_000));
    assert!(talk.receive()["text"].as_str().unwrap().contains("recursion limit exceeded"));
    assert_eq!(talk.succeeds("read", json!({"path": "a.txt"})), "one");
}

#[test]
fn invalid_arguments_are_reported_with_the_valid_ones() {
    let sandbox = Sandbox::new();
    let mut talk = Talk::start(&sandbox, &["--max-errors", "99"]);
    let mut refuses = |tool: &str, args: Value, reason: &str, hint: &str| {
        let text = talk.fails(tool, args, "INVALID_ARGS");
        assert_eq!(text, format!("[error:INVALID_ARGS] invalid arguments: {reason}\nhint: {hint}"));
    };
    let read = "Pass `read` the arguments {\"path\": TEXT, \"offset\": LINE from 1, \"limit\": LINES from 1}, the last two optional";
    refuses("read", json!({}), "missing field `path`", read);
    refuses("read", json!({"path": 3}), "`path`: invalid type: integer `3`, expected a string", read);
    refuses(
        "read",
        json!({"path": "a", "offset": 0}),
        "`offset`: invalid value: integer `0`, expected a nonzero u64",
        read,
    );
    let unknown = "unknown field `line`, expected one of `path`, `offset`, `limit`";
    refuses("read", json!({"path": "a", "line": 1}), unknown, read);
    refuses(
        "write",
        json!({"path": "a"}),
        "missing field `content`",
        "Pass `write` the arguments {\"path\": TEXT, \"content\": TEXT}",
    );
    let edit = "Pass `edit` the arguments {\"path\": TEXT, \"old\": TEXT, \"new\": TEXT}";
    refuses("edit", json!({"path": "a", "old": "b"}), "missing field `new`", edit);
    let run = "Pass `run` the arguments {\"command\": [PROGRAM, ARGUMENT, ...], \"timeout_ms\": 1 to 600000}, the last one optional";
    refuses("run", json!({"command": "ls -l"}), "`command`: invalid type: string \"ls -l\", expected a sequence", run);
    let no_program = "Pass the program and its arguments, such as [\"ls\", \"-l\"]";
    refuses("run", json!({"command": []}), "`command` is missing a program", no_program);
    refuses("run", json!({"command": [""]}), "`command` is missing a program", no_program);
    let tools = "Call one of read, write, edit, run, or clear to enable disabled tools";
    refuses("raed", json!({}), "unknown tool \"raed\"", tools);
    refuses("clear", json!({"x": 1}), "`clear` takes no arguments", "Remove `args`");
}

#[test]
fn a_null_byte_in_a_path_or_a_command_is_rejected() {
    let sandbox = Sandbox::new();
    let mut talk = Talk::start(&sandbox, &[]);
    let advice = "hint: Correct the path or the command; the operating system rejects it";
    for (tool, args) in [
        ("read", json!({"path": "a\0b"})),
        ("write", json!({"path": "a\0b", "content": ""})),
        ("run", json!({"command": ["a\0b"]})),
        ("run", json!({"command": ["echo", "a\0b"]})),
    ] {
        let text = talk.fails(tool, args, "INVALID_ARGS");
        assert!(text.ends_with(advice), "{text}");
    }
}

#[test]
fn a_panic_is_an_error_and_does_not_end_the_session() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["session"]);
    command.env("FILETOOLS_TEST_PANIC", "read").stdin(std::process::Stdio::piped());
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    let calls =
        "{\"tool\":\"read\",\"args\":{\"path\":\"a\"}}\n{\"tool\":\"run\",\"args\":{\"command\":[\"echo\",\"on\"]}}\n";
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), calls.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let (stdout, stderr) = texts(&output);
    assert_eq!((output.status.code(), &*stderr), (Some(0), ""));
    let answers: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["exit"], 70);
    let text = answers[0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("[error:INTERNAL] `read` has a bug: requested by FILETOOLS_TEST_PANIC (examples/"),
        "{text}"
    );
    assert_eq!(answers[1]["text"], "on\n");
}

#[test]
fn a_session_ends_quietly_when_its_output_is_closed() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["session"]);
    let (reader, writer) = std::io::pipe().unwrap();
    let mut child = command.stdin(std::process::Stdio::piped()).stdout(writer).spawn().unwrap();
    drop(command);
    drop(reader);
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"{\"tool\":\"clear\"}\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_session() {
    let sandbox = Sandbox::new();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    sandbox.write("calls", "{\"tool\":\"clear\"}\n{\"tool\":\"clear\"}\n");
    let calls = std::fs::File::open(sandbox.path("calls")).unwrap();
    let status = sandbox.command(&["session"]).stdin(calls).stdout(full).status().unwrap();
    assert_eq!(status.code(), Some(74));
}
