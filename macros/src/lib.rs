//! The procedural macros of [`agent-error`](https://docs.rs/agent-error).
//!
//! Don't depend on this crate directly. Use the macros that `agent-error` re-exports. The generated
//! code refers to that crate.

mod attr;
mod check;
mod doc;
mod errors;
mod expand;
mod foreign;
mod keys;
mod main_fn;
mod model;
mod read;
mod template;
mod tokens;

use proc_macro::TokenStream;

#[doc = include_str!("derive.md")]
#[proc_macro_derive(AgentError, attributes(agent_error, code, context))]
pub fn derive_agent_error(input: TokenStream) -> TokenStream {
    expand::derive(input.into()).into()
}

/// Runs `main` and reports the error that it returns, if any. The process exits with the error's
/// exit code.
///
/// You can combine this attribute with the attribute of an async runtime, in any order. The
/// following keys correspond to methods of `Program`:
///
/// | key | effect |
/// |---|---|
/// | `formats = &[Format::BRIEF, ACME]` | Links these formats and `Format::HUMAN`. The first one is the format for `--agent` and pipes. Defaults to `&[Format::ENVELOPE, Format::BRIEF]`. |
/// | `piped = Format::HUMAN` | Sets the format in pipes and under `CI`, unless the user selects one. |
/// | `errors_on_stderr = true` | Writes errors to standard error in every format. |
/// | `human = show` | Formats errors for people with a function or closure that takes `&Failure<'_>` and `&mut dyn io::Write`. |
/// | `observe = log` | Passes the `ErrorRecord` of the error, and of each error that `process::report` writes, to a function or closure, for example for logging. |
/// | `clap_text = true` | Shows people clap's original usage errors. Requires the feature `clap`. |
/// | `read_flags = true` | Reads `--output` and `--agent` from the command line, for programs that don't use clap. |
/// | `output_flag = "error-format"` | Renames the flag `--output`, and the environment variable to `<TOOL>_ERROR_FORMAT`. |
/// | `output_variable = "TOOL_FORMAT"` | Sets the environment variable for the format. An empty name disables it. |
/// | `shown_in_help = false` | Hides the `errors` command and the flags of this crate in clap's help. |
/// | `exit_overrides = exit_code` | Maps the exit codes of this crate's own errors with a function or closure that takes the code and the exit code. |
/// | `panic_exit = 1` | Sets the exit code after a panic. Defaults to 70. |
/// | `reported_exit = 2` | Sets the exit code of a success after `process::report`. Defaults to that of the first reported error. |
/// | `handle_signals = true` | Reports Ctrl-C, SIGTERM and SIGHUP as `INTERRUPTED`. Requires the feature `signals`. |
/// | `traced = true` | Also emits the error as a `tracing` event. Requires the feature `tracing`. |
/// | `crate = path` | Sets the path of the crate `agent_error`, if it's renamed or re-exported. |
#[proc_macro_attribute]
pub fn main(args: TokenStream, item: TokenStream) -> TokenStream {
    main_fn::expand(args.into(), item.into()).into()
}
