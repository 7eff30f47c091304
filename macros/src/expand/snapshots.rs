//! Snapshot tests of expansions. Each file in `expand/snapshots` is a declaration, as comments, and its expansion,
//! formatted with `prettyplease`. To rewrite the expansions, set `SNAPSHOTS=overwrite`.

use std::fs;
use std::path::Path;

#[test]
fn declarations_expand_to_what_follows_them() {
    let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/expand/snapshots");
    let mut count = 0;
    for entry in fs::read_dir(snapshots).unwrap() {
        let path = entry.unwrap().path();
        let expected = fs::read_to_string(&path).unwrap();
        let (comment, _) = expected.split_once("\n\n").unwrap();
        let declaration: String =
            comment.lines().filter_map(|line| Some(line.strip_prefix("// ")?.to_owned() + "\n")).collect();
        let file = syn2::parse_file(&super::derive(declaration.parse().unwrap()).to_string()).unwrap();
        let text = format!("{comment}\n\n{}", prettyplease::unparse(&file));
        if std::env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
            fs::write(&path, &text).unwrap();
        } else {
            assert_eq!(expected, text, "SNAPSHOTS=overwrite rewrites {}", path.display());
        }
        count += 1;
    }
    assert_eq!(count, 2);
}
