use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("FLAG", classify)]
    Flag,
    #[code("HIDDEN", hidden, classify(io(BrokenPipe)))]
    Hidden,
    #[code("ASSIGNED", classify = "io")]
    Assigned,
    #[code("EMPTY", classify())]
    Empty,
    #[code("LITERAL", classify(404))]
    Literal,
    #[code("UNKNOWN", classify(stauts(404)))]
    Unknown,
    #[code("SEVERAL", classify(stauts(404), io("NotFound"), 5, status(99), fallback))]
    Several,
    #[code("WITHOUT_COMMA", classify(fallback io(..)))]
    WithoutComma,
    #[code("CODE_OF_NUMBER", classify(code(23505)))]
    CodeOfNumber,
    #[code("CODE_EMPTY", classify(code("")))]
    CodeEmpty,
    #[code("CODE_WITH_SPACE", classify(code("23505 ")))]
    CodeWithSpace,
    #[code("IO_WITHOUT_KINDS", classify(io))]
    IoWithoutKinds,
    #[code("IO_OF_STRING", classify(io("NotFound")))]
    IoOfString,
    #[code("MESSAGE_OF_WORD", classify(message(expired)))]
    MessageOfWord,
    #[code("MESSAGE_WITHOUT_WORDS", classify(message("...")))]
    MessageWithoutWords,
    #[code("STATUS_EMPTY", classify(status()))]
    StatusEmpty,
    #[code("STATUS_OF_STRING", classify(status("404")))]
    StatusOfString,
    #[code("STATUS_OUT_OF_RANGE", classify(status(99)))]
    StatusOutOfRange,
    #[code("STATUS_EMPTY_RANGE", classify(status(500..=499)))]
    StatusEmptyRange,
    #[code("TYPE_ALONE", classify(type))]
    TypeAlone,
    #[code("TYPE_OF_STRING", classify(type("std::io::Error")))]
    TypeOfString,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", classify(fallback))]
struct TypeParameter<T: std::fmt::Debug>(T);

fn main() {}
