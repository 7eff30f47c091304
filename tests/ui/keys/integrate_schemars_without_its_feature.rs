// What `integrate(schemars)` expands to in a runtime without the feature; the runtime of the tests has them all.
agent_error::__agent_error_feature_is_off!("schemars");

fn main() {}
