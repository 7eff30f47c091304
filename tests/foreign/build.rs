//! Generates a function from each code block that the guide on foreign errors marks as `ignore`.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const GUIDE: &str = "../../runtime/src/guide/foreign.md";

/// The number of ignored blocks: rusqlite, sqlx, reqwest, tonic, AWS, and two for miette.
const BLOCKS: usize = 7;

fn main() {
    println!("cargo::rerun-if-changed={GUIDE}");
    let guide = fs::read_to_string(GUIDE).expect("the guide is in the repository");
    let blocks = guide.split("```rust,ignore\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let (mut code, mut count) = (String::new(), 0);
    for block in blocks {
        count += 1;
        writeln!(code, "mod block_{count} {{ use crate::prelude::*; pub fn block() {{\n{block}\n}} }}")
            .expect("memory");
    }
    assert_eq!(count, BLOCKS, "{GUIDE}: count the ignored blocks anew");
    let out = env::var_os("OUT_DIR").expect("Cargo sets it");
    fs::write(Path::new(&out).join("blocks.rs"), code).expect("Cargo has made the folder");
}
