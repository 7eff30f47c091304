//! The macros of [`agent-error`](https://docs.rs/agent-error). Depend on that crate: it re-exports everything here and
//! contains the code that the expansions call.

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

/// Runs `fn main`, prints its error in the chosen format and exits with the error's exit code.
///
/// May be above or below the attribute of an async runtime. Its keys configure the program, as the methods of `Program`
/// do:
///
/// | key | meaning |
/// |---|---|
/// | `unwatched_format = Human` | the format in a pipe or under `CI`, unless the user chose one |
/// | `errors_on_stderr = true` | errors go to standard error in every format |
/// | `output_flags = true` | `--output` and `--agent` are read from the command line of a program that doesn't use clap |
/// | `output_variable = "TOOL_FORMAT"` | the environment variable that selects the format; `<TOOL>_OUTPUT` by default, none if empty |
/// | `shown_in_help = false` | clap's help doesn't show the `errors` command and our flags |
/// | `own_exits = exit_code` | the function that maps the exit codes of this crate's own errors |
/// | `human = show_error` | writes the text for people: `fn(&Failure<'_>, &mut dyn io::Write) -> io::Result<()>` |
/// | `clap_text = true` | people get clap's own text about a command line that it rejects; needs the feature `clap` |
/// | `agent_format = Nested` | what `--agent` means |
/// | `handle_signals = true` | Ctrl-C, SIGTERM and SIGHUP become the error `INTERRUPTED`, which is then in the catalog; needs the feature `signals`, and handles signals only on Unix |
/// | `panic_exit = 1` | the exit code after a panic |
/// | `traced = true` | the error is also an event of `tracing`; needs the feature `tracing` |
/// | `crate = path` | the runtime crate, if it is renamed |
#[proc_macro_attribute]
pub fn main(args: TokenStream, item: TokenStream) -> TokenStream {
    main_fn::expand(args.into(), item.into()).into()
}
