//! Tests of the different ways to write codes and defaults.

use crate::{codes, same};
use agent_error::{AgentError, catalog};
use snapbox::file;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(exit = 7, docs = "https://example.com/{code}")]
#[error("failed")]
#[allow(dead_code, reason = "only the declarations matter")]
enum Spellings {
    #[code = "SPELL_VALUE"]
    Value,
    #[code("SPELL_FIRST", exit = 5, docs = "https://other.example/page#{code}")]
    First,
    #[code(exit = 5, code = "SPELL_KEY")]
    Key,
    #[agent_error(code = "SPELL_NAMESPACED", exit = 6)]
    Namespaced,
    #[code("SPELL_TWO_ATTRIBUTES")]
    #[agent_error(exit = 8)]
    #[code(severity = "warning", grpc = "DATA_LOSS")]
    TwoAttributes,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("struct")]
#[agent_error(code = "SPELL_STRUCT", exit = 5, suggest = "try again")]
struct NamespacedStruct;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("struct")]
#[agent_error(exit = 5)]
#[code("SPELL_STRUCT_OVERRIDES", exit = 6)]
struct OverridingStruct;

const OWN_EXIT: u8 = 79;

mod limits {
    pub(super) const fn last() -> u8 {
        125
    }
}

declared!(
    #[agent_error(exit = agent_error::exit::sysexits::CONFIG)]
    Exits {
        Default = ("SPELL_EXIT_DEFAULT"),
        Expression = ("SPELL_EXIT_EXPRESSION", exit = OWN_EXIT + 1),
        Call = ("SPELL_EXIT_CALL", exit = limits::last()),
        Typed = ("SPELL_EXIT_TYPED", exit = 0x10u8),
    }
);

declared!(
    #[agent_error(domain = "SPELL", docs = "https://example.com/{code}/{code}")]
    Upper { A = ("SPELL_A1"), Trailing = ("SPELL__B_") }
);
declared!(
    #[agent_error(domain = "spell", docs = "https://example.com/{code}/{code}")]
    Snake { A = ("spell_a1"), B = ("spell_b_c") }
);
declared!(
    #[agent_error(domain = "Spell", docs = "https://example.com/{code}/{code}")]
    Pascal { A = ("SpellA1"), Same = ("Spell") }
);
declared!(
    #[agent_error(domain = "spell", docs = "https://example.com/{code}/{code}")]
    Dotted { A = ("spell.a_1"), Deep = ("spell.a.b.c") }
);
declared!(
    #[agent_error(domain = "spell_", docs = "https://example.com/{code}/{code}")]
    Separated { A = ("spell_separated") }
);

#[test]
fn every_spelling_is_in_the_catalog() {
    let all = catalog![
        Spellings,
        NamespacedStruct,
        OverridingStruct,
        Exits,
        Upper,
        Snake,
        Pascal,
        Dotted,
        Separated
    ];
    same(codes(&all), file!["snapshots/spellings.catalog.jsonl"]);
    for asked in ["SPELL_A1", "SPELL.A.B.C", "spella1"] {
        assert!(all.explain(asked).is_ok(), "{asked}");
    }
    assert_eq!(
        (
            NamespacedStruct.code(),
            OverridingStruct.record().exit_code()
        ),
        ("SPELL_STRUCT", 6)
    );
}
