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
    let all = catalog![Spellings, NamespacedStruct, OverridingStruct, Exits, Upper, Snake, Pascal, Dotted, Separated];
    same(codes(&all), file!["snapshots/spellings.catalog.jsonl"]);
    for asked in ["SPELL_A1", "SPELL.A.B.C", "spella1"] {
        assert!(all.explain(asked).is_ok(), "{asked}");
    }
    assert_eq!((NamespacedStruct.code(), OverridingStruct.exit_code()), ("SPELL_STRUCT", 6));
}

declared!(
    #[agent_error(unregistered)]
    Rpc {
        Cancelled = ("RPC_CANCELLED", grpc = CANCELLED), Unknown = ("RPC_UNKNOWN", grpc = UNKNOWN),
        InvalidArgument = ("RPC_INVALID_ARGUMENT", grpc = INVALID_ARGUMENT),
        DeadlineExceeded = ("RPC_DEADLINE_EXCEEDED", grpc = DEADLINE_EXCEEDED),
        NotFound = ("RPC_NOT_FOUND", grpc = NOT_FOUND),
        AlreadyExists = ("RPC_ALREADY_EXISTS", grpc = ALREADY_EXISTS),
        PermissionDenied = ("RPC_PERMISSION_DENIED", grpc = PERMISSION_DENIED),
        ResourceExhausted = ("RPC_RESOURCE_EXHAUSTED", grpc = RESOURCE_EXHAUSTED),
        FailedPrecondition = ("RPC_FAILED_PRECONDITION", grpc = FAILED_PRECONDITION),
        Aborted = ("RPC_ABORTED", grpc = ABORTED), OutOfRange = ("RPC_OUT_OF_RANGE", grpc = OUT_OF_RANGE),
        Unimplemented = ("RPC_UNIMPLEMENTED", grpc = UNIMPLEMENTED),
        Internal = ("RPC_INTERNAL", grpc = INTERNAL), Unavailable = ("RPC_UNAVAILABLE", grpc = UNAVAILABLE),
        DataLoss = ("RPC_DATA_LOSS", grpc = DATA_LOSS),
        Unauthenticated = ("RPC_UNAUTHENTICATED", grpc = UNAUTHENTICATED),
    }
);

#[test]
fn every_grpc_status_code_can_be_declared() {
    let all = catalog![Rpc];
    assert_eq!(all.len(), agent_error::vocabulary::GrpcCode::WORDS.len());
    for entry in &all {
        assert_eq!(
            entry.def.code().strip_prefix("RPC_"),
            entry.def.grpc_code().map(agent_error::vocabulary::GrpcCode::as_str)
        );
    }
}

mod errs {
    pub(crate) use agent_error as runtime;
}

#[derive(Debug, thiserror::Error, errs::runtime::AgentError)]
#[agent_error(crate = crate::spelling::errs::runtime)]
enum Renamed {
    #[error("renamed {field}")]
    #[code("SPELL_RENAMED", suggest = "see {field}", detail = "see {shown}", exit = 12, retry_after = "1s", retry = linear)]
    Failed {
        field: u8,
        #[context(display)]
        shown: u8,
        #[context(secret)]
        _pin: u8,
    },
    #[error(transparent)]
    #[code(transparent)]
    Inner(NamespacedStruct),
}

#[test]
fn the_runtime_is_found_by_its_path_or_the_manifest() {
    let errors: [&dyn AgentError; 3] =
        [&Renamed::Failed { field: 1, shown: 2, _pin: 3 }, &Renamed::Inner(NamespacedStruct), &renamed::Lost];
    same(crate::records(errors), file!["snapshots/renamed.jsonl"]);
}
