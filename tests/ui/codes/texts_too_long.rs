macro_rules! doubled {
    ([] $($line:literal)*) => {
        $(#[doc = $line])*
        #[derive(Debug, thiserror::Error, agent_error::AgentError)]
        #[error("long")]
        #[code("TOO_LONG")]
        pub struct Long;
    };
    ([$_:literal $($rest:literal)*] $($line:literal)*) => {
        doubled!([$($rest)*] $($line)* $($line)*);
    };
}
doubled!([1 2 3 4 5 6 7 8 9 10] "A line of 64 characters; 1,024 such lines are too long together.");

fn main() {}
