//! Proofs: for each error, follows the advice as an agent would until a call succeeds.

use agent_error_testing::{Proof, Proofs, Tool};
use std::fs;

const FILETOOLS: &str = env!("CARGO_BIN_EXE_filetools");

fn filetools(proof: &Proof, arguments: &[&str]) -> Tool {
    proof.tool(FILETOOLS).args(["--output", "json"]).args(arguments.iter().copied())
}

#[test]
fn the_advice_of_every_code_helps() {
    let of_a_provider = "it is about the caller's request to a provider; filetools only says what the failure means";
    Proofs::of_program(FILETOOLS)
        .prove("FILE_STALE", |proof| {
            fs::write(proof.folder().join("a.txt"), "one")?;
            filetools(proof, &["read", "a.txt"]).run().assert_exit(0);
            fs::write(proof.folder().join("a.txt"), "two")?;
            proof.fails(filetools(proof, &["write", "a.txt", "--content", "three"]))?;
            let seen = proof.call(filetools(proof, &["read", "a.txt"]))?;
            assert!(seen.to_string().contains("two"), "{seen}");
            proof.again()
        })
        .prove("TOOL_DISABLED", |proof| {
            fs::write(proof.folder().join("a.txt"), "one")?;
            for _ in 0..5 {
                filetools(proof, &["read", "b.txt"]).run().assert_exit(5);
            }
            proof.fails(filetools(proof, &["read", "b.txt"]))?;
            proof.call(filetools(proof, &["clear"]))?;
            // Pass a path that exists, to correct the cause of `FILE_NOT_FOUND`.
            proof.learn("a.txt");
            proof.again_with(filetools(proof, &["read", "a.txt"])).map(drop)
        })
        .exempt("IO_ERROR", "a test cannot let a disk fail and recover")
        .exempt("PROVIDER_CONNECTION_LOST", of_a_provider)
        .exempt("PROVIDER_CONNECTION_REFUSED", of_a_provider)
        .exempt("PROVIDER_HOST_NOT_FOUND", of_a_provider)
        .exempt("PROVIDER_RATE_LIMIT", of_a_provider)
        .exempt("PROVIDER_SERVER_ERROR", of_a_provider)
        .exempt("PROVIDER_TIMEOUT", of_a_provider)
        .assert("errors.proofs.json");
}
