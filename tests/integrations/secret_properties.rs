//! Properties of redaction.

use crate::cases::cases;
use crate::secret_shapes::{SECRET, all};
use agent_error::format::without_secrets;
use proptest::prelude::*;

/// Letters and digits in both cases, as in [`SECRET`], because some shapes require a random value.
fn secret() -> impl Strategy<Value = String> {
    "[a-z]{4}[A-Z]{4}[0-9]{4}[A-Za-z0-9]{8,20}"
}

/// Ordinary words and signs. Text that could be a part of the secret's syntax ends with a line
/// break.
fn surroundings() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "([a-z]{1,8}[ ,.:]{1,2}){0,6}\n",
        "(\\PC| ){0,30}\n"
    ]
}

/// Text from the parts of many shapes, in any order.
fn mixture() -> impl Strategy<Value = String> {
    let part = proptest::sample::select(
        "password token key= : = \" ' \\ \n , ; ( ) [ ] { } < </ > @ :// --pin Bearer Authorization: Cookie: -----BEGIN \
         PRIVATE KEY----- [REDACTED] REDACTED eyJ ghp_ a1B2c3D4e5F6g7H8i9J0 hunter2 is must é curl -u eve: @tcp( `"
            .split(' ')
            .collect::<Vec<_>>(),
    );
    let separated =
        (part, prop_oneof![Just(""), Just(" ")]).prop_map(|(part, blank)| part.to_owned() + blank);
    proptest::collection::vec(separated, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_secret_in_a_known_shape_never_survives(
        shape in proptest::sample::select(all()),
        secret in secret(),
        before in surroundings(),
        after in "(\n\\PC{0,30})?",
    ) {
        let text = before + &shape.replace(SECRET, &secret) + &after;
        let shown = without_secrets(&text);
        prop_assert!(!shown.contains(&secret), "{text:?} is shown as {shown:?}");
    }

    #[test]
    fn redaction_is_idempotent(text in prop_oneof![mixture(), "\\PC{0,60}"]) {
        let once = without_secrets(&text).into_owned();
        let twice = without_secrets(&once).into_owned();
        prop_assert_eq!(&twice, &once, "{:?}", text);
        prop_assert!(once.len() <= "[REDACTED]".len() * text.len());
    }
}
