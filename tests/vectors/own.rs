//! Runs the test runner and its rules without the vector files. These test cases have the same format and contain the
//! documented results of the original systems for other inputs.

use crate::{Judge, errfmt, errfmt_hints, judge_all, pyrite, read, verda, verda_classify, vurb};
use std::path::Path;

fn run(file: &str, list: &str, judge: Judge) {
    judge_all(&read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/own").join(file)), file, list, judge);
}

#[test]
fn tagged_output_matches_the_original() {
    run("errfmt.json", "format", errfmt::judge_format);
}

#[test]
fn tagged_input_is_parsed_like_the_original() {
    run("errfmt.json", "parse", errfmt::judge_parse);
}

#[test]
fn provider_failures_have_the_original_hints() {
    run("errfmt.json", "hints", errfmt_hints::judge_hints);
}

#[test]
fn failures_of_files_have_the_hints_of_their_operation() {
    run("errfmt.json", "file_errors", errfmt::judge_file_errors);
}

#[test]
fn nested_output_matches_the_original() {
    run("verda.json", "render", verda::judge_render);
}

#[test]
fn nested_errors_are_classified_like_the_original() {
    run("verda.json", "classify", verda_classify::judge_classify);
}

#[test]
fn nested_input_is_parsed_like_the_original() {
    run("verda.json", "parse", verda::judge_parse);
}

#[test]
fn flat_errors_are_read_as_they_were_built() {
    run("pyrite.json", "mcp_error", pyrite::judge_mcp_error);
    run("pyrite.json", "cli_error", pyrite::judge_cli_error);
}

#[test]
fn xml_is_written_and_parsed_like_the_original() {
    run("vurb.json", "cases", vurb::judge);
}
