//! Proofs: for each error, follows the advice as an agent would until a call succeeds.

use agent_error_testing::{Proofs, Tool, World};
use std::fs;

const FILETOOLS: &str = env!("CARGO_BIN_EXE_filetools");

fn filetools(world: &World, arguments: &[&str]) -> Tool {
    world.tool(FILETOOLS).args(["--output", "json"]).args(arguments.iter().copied())
}

#[test]
fn the_advice_of_every_code_helps() {
    let of_a_provider = "it is about the caller's request to a provider; filetools only says what the failure means";
    Proofs::of_program(FILETOOLS)
        .prove("FILE_STALE", |world| {
            fs::write(world.folder().join("a.txt"), "one")?;
            filetools(world, &["read", "a.txt"]).run().assert_exit(0);
            fs::write(world.folder().join("a.txt"), "two")?;
            world.fails(filetools(world, &["write", "a.txt", "--content", "three"]))?;
            let seen = world.call(filetools(world, &["read", "a.txt"]))?;
            assert!(seen.to_string().contains("two"), "{seen}");
            world.again()
        })
        .prove("TOOL_DISABLED", |world| {
            fs::write(world.folder().join("a.txt"), "one")?;
            for _ in 0..5 {
                filetools(world, &["read", "b.txt"]).run().assert_exit(5);
            }
            world.fails(filetools(world, &["read", "b.txt"]))?;
            world.call(filetools(world, &["clear"]))?;
            // Pass a path that exists, to correct the cause of `FILE_NOT_FOUND`.
            world.learn("a.txt");
            world.again_with(filetools(world, &["read", "a.txt"])).map(drop)
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
