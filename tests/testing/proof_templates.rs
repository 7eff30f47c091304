//! Tests that the template for a missing proof compiles. The functions below contain the printed templates.

use agent_error::{AgentError, Catalog};
use agent_error_testing::Proofs;
use agent_error_tooling::ProofState;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("m")]
#[allow(dead_code, reason = "only the declarations count")]
enum Promising {
    #[code("A_FIX", exit = 4, fix = "tool init")]
    Fix,
    #[code("B_RETRY", exit = 12, retry_after = "1s")]
    Retry,
    #[code("C_ACTIONS", exit = 5, actions("list", "find"))]
    Actions,
    #[code("D_FIX_AND_ACTIONS", exit = 5, fix = "tool init", actions("list"))]
    Both,
    #[code("E_ACTIONS_OF_FIELD", exit = 5, actions = names)]
    Field {
        #[context(skip)]
        names: Vec<String>,
    },
}

const TOOL: &str = "tool";

/// This is compiled, but never called.
#[rustfmt::skip]
fn pasted(proofs: Proofs) -> Proofs {
    proofs
// BEGIN
.prove("A_FIX", |proof| {
    // Set up what makes the call fail, in `proof.folder()`.
    proof.fails(proof.tool(TOOL).args(["...", "--output", "json"]))?;
    proof.fix()?;
    proof.again()
})
.prove("B_RETRY", |proof| {
    // Set up what makes the call fail, in `proof.folder()`.
    proof.fails(proof.tool(TOOL).args(["...", "--output", "json"]))?;
    proof.retry()
})
.prove("C_ACTIONS", |proof| {
    // Set up what makes the call fail, in `proof.folder()`.
    proof.fails(proof.tool(TOOL).args(["...", "--output", "json"]))?;
    proof.call(proof.tool(TOOL).args(["list"]))?;
    proof.call(proof.tool(TOOL).args(["find"]))?;
    proof.again_with(proof.tool(TOOL).args(["..."])).map(drop)
})
.prove("D_FIX_AND_ACTIONS", |proof| {
    // Set up what makes the call fail, in `proof.folder()`.
    proof.fails(proof.tool(TOOL).args(["...", "--output", "json"]))?;
    proof.fix()?;
    proof.call(proof.tool(TOOL).args(["list"]))?;
    proof.again_with(proof.tool(TOOL).args(["..."])).map(drop)
})
.prove("E_ACTIONS_OF_FIELD", |proof| {
    // Set up what makes the call fail, in `proof.folder()`.
    proof.fails(proof.tool(TOOL).args(["...", "--output", "json"]))?;
    proof.call(proof.tool(TOOL).args(["..."]))?;
    proof.again_with(proof.tool(TOOL).args(["..."])).map(drop)
})
// END
}

#[test]
fn templates_are_code_that_compiles() {
    let proofs = || Proofs::of_catalog(&Catalog::of::<Promising>()).min(0);
    let coverage = proofs().run();
    let templates = coverage.iter().map(|code| match &code.standing {
        ProofState::Unproven { template } => format!("{template}\n"),
        other => panic!("{other:?}"),
    });
    let source = include_str!("proof_templates.rs");
    let (_, compiled) = source.split_once("// BEGIN\n").unwrap();
    let (compiled, _) = compiled.split_once("// END\n").unwrap();
    assert_eq!(templates.collect::<String>(), compiled);
    drop(pasted(proofs()));
}
