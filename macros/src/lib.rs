//! The macros of [`agent-error`](https://docs.rs/agent-error).
//!
//! Depend on `agent-error` instead, which re-exports these macros and contains the code that they call.

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

/// Runs `fn main`, prints its error in the selected format, and exits with the error's exit code.
///
/// If you use an async runtime, this attribute can go above or below the runtime's attribute. The keys correspond to
/// methods of `Program`:
///
/// | key | meaning |
/// |---|---|
/// | `unwatched_format = Human` | Sets the format in pipes and under `CI`, unless the user selects one. |
/// | `errors_on_stderr = true` | Always writes errors to standard error, in every format. |
/// | `output_flags = true` | Reads `--output` and `--agent` from the command line, for programs that don't use clap. |
/// | `output_variable = "TOOL_FORMAT"` | Sets the environment variable that selects the format. Defaults to `<TOOL>_OUTPUT`. An empty string disables it. |
/// | `shown_in_help = false` | Hides the `errors` command and the output flags in clap's help. |
/// | `own_exits = exit_code` | Sets a function that maps the exit codes of this crate's own errors. |
/// | `human = show_error` | Sets a function that writes errors for people: `fn(&Failure<'_>, &mut dyn io::Write) -> io::Result<()>`. |
/// | `clap_text = true` | Shows clap's own message to people if the command line is invalid. Requires the feature `clap`. |
/// | `agent_format = Nested` | Sets the format that `--agent` selects. |
/// | `handle_signals = true` | Turns Ctrl-C, SIGTERM and SIGHUP into the error `INTERRUPTED` and adds its code to the catalog. Requires the feature `signals`. Only has an effect on Unix. |
/// | `panic_exit = 1` | Sets the exit code after a panic. |
/// | `traced = true` | Also emits errors as `tracing` events. Requires the feature `tracing`. |
/// | `crate = path` | Sets the path of the runtime crate, if it's renamed. |
#[proc_macro_attribute]
pub fn main(args: TokenStream, item: TokenStream) -> TokenStream {
    main_fn::expand(args.into(), item.into()).into()
}
