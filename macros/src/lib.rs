//! The macros of [`agent-error`](https://docs.rs/agent-error). Depend on that crate: it re-exports
//! everything here and holds the code that the expansions name.

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
/// Stands above or below the attribute of an async runtime. `agent_format = Nested` is what `--agent` means,
/// `unwatched_format = Tagged` the format where nobody watches and nobody asked,
/// `panic_exit = 1` the exit code after a panic, `traced = true` makes the error an event of `tracing`, too, with the feature
/// of that name, and `crate = path` names the runtime crate when it is renamed.
#[proc_macro_attribute]
pub fn main(args: TokenStream, item: TokenStream) -> TokenStream {
    main_fn::expand(args.into(), item.into()).into()
}
