//! Tests that the guide on costs shows a real trace.

use crate::agent::Agent;
use crate::call::Call;
use crate::cloud::Cloud;

const GUIDE: &str = include_str!("../../runtime/src/guide/costs.md");

#[test]
fn three_failures_in_a_row_are_repaired_as_the_guide_shows() {
    let cloud = Cloud::new(&["--token-calls", "5", "--rate-limit", "7", "--retry-after", "0.15"]);
    for _ in 0..5 {
        cloud.settled(&Call::to("balance"));
    }
    let outcome = Agent::new(&mut cloud.client()).pursue(Call::to("instances.get").with("instance", "gpu-runer"));
    let trace = cloud.settled_trace(&outcome.trace());
    assert_eq!(outcome.result.unwrap()["hostname"], "gpu-runner", "{trace}");
    assert!(GUIDE.contains(&format!("```text\n{trace}```\n")), "costs.md does not contain this:\n{trace}");
}
