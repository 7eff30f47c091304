#!/usr/bin/env bash
# Prints a program with 200 codes: eight enums of 25 variants, each with a message and two fields. A third of the fields has
# a type with its own `Serialize`, and half of the variants have advice. Each call creates one of the errors.
#
# Usage: tests/benches/programs/codes.sh [coded]        (without `coded`, only with thiserror)
set -euo pipefail

awk -v coded="${1:-}" 'BEGIN {
    derives = coded ? ", agent_error::AgentError" : ""
    print "use std::fmt;\n"
    print "/// A size, which is serialized as text.\n#[derive(Clone, Debug)]\npub struct Size(u64);\n"
    print "impl fmt::Display for Size {\n    fn fmt(&self, f: &mut fmt::Formatter<\x27_>) -> fmt::Result {\n        write!(f, \"{} bytes\", self.0)\n    }\n}\n"
    print "impl serde::Serialize for Size {\n    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {\n        serializer.collect_str(self)\n    }\n}\n"
    for (type = 0; type < 8; type++) {
        printf "#[derive(Debug, thiserror::Error%s)]\npub enum Error%d {\n", derives, type
        for (at = 0; at < 25; at++) {
            number = type * 25 + at
            printf "    /// Step %d of the tool failed.\n", number
            printf "    #[error(\"step %d failed at {path} with {amount}\")]\n", number
            advice = number % 2 ? ", suggest = \"Check {path}, then repeat step " number "\"" : ""
            if (coded) printf "    #[code(\"STEP_%03d_FAILED\", exit = %d%s)]\n", number, 1 + number % 13, advice
            # Two of three variants have such a field: a third of all fields.
            own = number % 3
            mark = own && coded ? "#[context] " : ""
            printf "    Step%d { path: String, %samount: %s },\n", number, mark, own ? "Size" : "u64"
        }
        print "}\n"
        printf "pub fn fail%d(number: u64, path: String) -> Result<(), Error%d> {\n    Err(match number {\n", type, type
        for (at = 0; at < 25; at++) {
            number = type * 25 + at
            pattern = at < 24 ? at : "_"
            amount = number % 3 ? "Size(number)" : "number"
            printf "        %s => Error%d::Step%d { path, amount: %s },\n", pattern, type, number, amount
        }
        print "    })\n}\n"
    }
    print "#[derive(Debug, thiserror::Error" derives ")]\npub enum Error {"
    for (type = 0; type < 8; type++) printf "    #[error(transparent)]\n%s    Error%d(#[from] Error%d),\n", coded ? "    #[code(transparent)]\n" : "", type, type
    print "}\n"
    print "fn run() -> Result<(), Error> {\n    let path = std::env::args().nth(1).unwrap_or_default();\n    let number = path.len() as u64;\n    match number % 8 {"
    for (type = 0; type < 8; type++) printf "        %s => fail%d(number / 8, path)?,\n", type < 7 ? type : "_", type
    print "    }\n    Ok(())\n}\n"
    if (coded) print "#[agent_error::main]\nfn main() -> Result<(), Error> {\n    run()\n}"
    else print "fn main() -> std::process::ExitCode {\n    match run() {\n        Ok(()) => std::process::ExitCode::SUCCESS,\n        Err(error) => {\n            eprintln!(\"error: {error}\");\n            std::process::ExitCode::FAILURE\n        }\n    }\n}"
}'
