//! Misbehaves as its first argument specifies, like programs that agents can't use.

use agent_error::{ErrorRecord, Format, render};
use std::io::{Read, Write};

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let record = ErrorRecord::new("NOT_FOUND", "user eve does not exist")
        .with_suggestion("List them with `tool list`");
    let envelope = render(&record, Format::ENVELOPE);
    match mode.as_str() {
        "good" => println!("{envelope}"),
        "human" => eprint!("connecting\n{}", render(&record, Format::HUMAN)),
        "wrong-stream" => eprintln!("{envelope}"),
        "both-streams" => {
            println!("{envelope}");
            eprintln!("failed: user eve does not exist");
        }
        "log-before" => println!("connecting\n{envelope}"),
        "prose" => eprintln!("user eve does not exist"),
        "no-code" => println!(r#"{{"error":"user eve does not exist"}}"#),
        "invalid" => {
            println!(
                r#"{{"ok":false,"data":[],"error":{{"code":"X","message":"m","retryable":false,"hint":"h"}},"warnings":[]}}"#
            );
        }
        "no-utf8" => {
            std::io::stdout()
                .write_all(b"{\"ok\":false,\"error\":{\"code\":\"X\",\"message\":\"\xff\"}}\n")
                .ok();
        }
        "panic" => panic(),
        "trace-inside" => {
            let text = "Traceback (most recent call last):\n  File \"tool.py\", line 3, in <module>\nKeyError: 'eve'";
            println!(
                "{}",
                render(
                    &ErrorRecord::new("X", "m").with_detail(text),
                    Format::ENVELOPE
                )
            );
        }
        "frames-on-stdout" => print!("Error: boom\n    at run (/app/tool.js:1:7)\n"),
        "hang" => loop {
            std::thread::park();
        },
        "flood" => flood(3 * 1024 * 1024),
        "flood-forever" => loop {
            flood(1024 * 1024);
        },
        "abort" => std::process::abort(),
        "echo" => {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).ok();
            print!("{text}");
        }
        "surroundings" => {
            for name in ["CI", "NO_COLOR", "MISBEHAVES_OUTPUT", "RUST_BACKTRACE"] {
                println!("{name}={:?}", std::env::var(name).ok());
            }
        }
        other => println!("{other}"),
    }
    std::process::exit(5);
}

#[allow(clippy::panic, reason = "it misbehaves")]
fn panic() {
    panic!("boom");
}

/// Writes more than a pipe can buffer to both streams in turn. Starts with standard error, because
/// readers often read it last.
fn flood(bytes: usize) {
    let piece = [b'x'; 8 * 1024];
    for _ in 0..bytes / piece.len() {
        std::io::stderr().write_all(&piece).ok();
        std::io::stdout().write_all(&piece).ok();
    }
}
