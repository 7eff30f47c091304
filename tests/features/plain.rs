//! A program without a command-line parser. It prints its catalog, or fails as its first argument specifies.

mod errors;

use agent_error::{Catalog, Report, Response};

#[agent_error::main(output_flags = true)]
fn main() -> Result<Response, Report> {
    let mode = std::env::args().nth(1).unwrap_or_default();
    match mode.as_str() {
        "catalog" => Ok(Response::new(Catalog::linked()?.list().complete(true))),
        "explain" => Ok(Response::new(Catalog::linked()?.explain("PART_MISSING")?)),
        mode => errors::end(mode),
    }
}
