//! Shows a test how cargo built it, so that it can compile further programs against the same libraries.

use proc_macro::TokenStream;
use std::env;

/// The rustc that compiles the caller, then the arguments by which that rustc finds libraries, as a `&[&str]`.
#[proc_macro]
pub fn rustc_and_libraries(_: TokenStream) -> TokenStream {
    let mut found = Vec::from_iter(env::current_exe().map(|path| path.display().to_string()));
    let mut arguments = env::args();
    while let Some(argument) = arguments.next() {
        if matches!(argument.as_str(), "--extern" | "-L" | "--target") {
            found.push(argument);
            found.extend(arguments.next());
        }
    }
    TokenStream::from_iter(format!("&{found:?}").parse::<TokenStream>())
}
