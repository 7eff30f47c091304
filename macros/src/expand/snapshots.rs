//! A snapshot test of an expansion. The file is a declaration, as comments, and its expansion,
//! formatted with `prettyplease`. To rewrite the expansion, set `SNAPSHOTS=overwrite`.

use std::{env, fs};

#[test]
fn a_declaration_expands_to_what_follows_it() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/src/expand/snapshots/enum_with_fields.rs"
    );
    let expected = fs::read_to_string(path).unwrap();
    let (comment, _) = expected.split_once("\n\n").unwrap();
    let declaration: Vec<&str> = comment.lines().map(|line| &line[2..]).collect();
    let expansion = super::derive(declaration.join("\n").parse().unwrap());
    let file = syn2::parse_file(&expansion.to_string()).unwrap();
    let text = format!("{comment}\n\n{}", prettyplease::unparse(&file));
    if env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
        fs::write(path, text).unwrap();
    } else {
        assert_eq!(expected, text, "SNAPSHOTS=overwrite rewrites {path}");
    }
}
