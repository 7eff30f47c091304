//! The macros of [`agent-error`](https://docs.rs/agent-error).
//!
//! Don't depend on this crate directly. `agent-error` re-exports the macros, and the generated code refers to it.

mod attr;
mod check;
mod crate_path;
mod doc;
mod errors;
mod expand;
mod foreign;
mod keys;
mod listed;
mod main_fn;
mod manifest;
mod model;
mod template;

use proc_macro::TokenStream;

#[doc = include_str!("derive.md")]
#[proc_macro_derive(AgentError, attributes(agent_error, code, context))]
pub fn derive_agent_error(input: TokenStream) -> TokenStream {
    expand::derive(input.into()).into()
}

/// Runs `main`, writes the error that it returns, and exits with the error's exit code.
///
/// You can combine this attribute with the attribute of an async runtime, in any order. Each key is also a method
/// of `Program`:
///
/// | key | effect |
/// |---|---|
/// | `unwatched_format = Human` | Sets the format in a pipe and under `CI`, unless the user selects another one. |
/// | `agent_format = Brief` | Sets the format for agents: the one that `--agent` selects, and the one in pipes and under `CI` unless `unwatched_format` is set. |
/// | `errors_on_stderr = true` | Writes errors to standard error in every format. |
/// | `human = show` | Writes text for people: `fn(&Failure<'_>, &mut dyn io::Write) -> io::Result<()>`. |
/// | `clap_text = true` | Shows people clap's own usage errors. Requires the feature `clap`. |
/// | `output_flags = true` | Reads `--output` and `--agent` from the command line of a program that doesn't use clap. |
/// | `output_variable = "TOOL_FORMAT"` | Sets the environment variable that selects the format, or disables it if empty. |
/// | `shown_in_help = false` | Hides the `errors` command and this crate's flags in clap's help. |
/// | `own_exits = exit_code` | Maps the exit codes of this crate's own errors: `fn(code: &str, exit: u8) -> u8`. |
/// | `panic_exit = 1` | Sets the exit code after a panic. The default is 70. |
/// | `handle_signals = true` | Reports Ctrl-C, SIGTERM and SIGHUP as `INTERRUPTED`. Requires the feature `signals`. |
/// | `traced = true` | Also emits the error as a `tracing` event. Requires the feature `tracing`. |
/// | `crate = path` | Sets the path of the crate `agent_error`, if it's renamed. |
#[proc_macro_attribute]
pub fn main(args: TokenStream, item: TokenStream) -> TokenStream {
    main_fn::expand(args.into(), item.into()).into()
}
