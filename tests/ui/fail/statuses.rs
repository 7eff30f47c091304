use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("FLAG", status)]
    Flag,
    #[code("STRING", status = "404")]
    String,
    #[code("SUCCESS", status = 200)]
    Success,
    #[code("OUT_OF_RANGE", status = 600)]
    OutOfRange,
    #[code("PATH", status = StatusCode::NOT_FOUND)]
    Path,
    #[code("FIELD_OF_UNIT", status = status)]
    FieldOfUnit,
    #[code("UNKNOWN_FIELD", status = sttus)]
    UnknownField { status: u16 },
    #[code("GRPC_IN_LOWER_CASE", grpc = not_found)]
    GrpcInLowerCase,
    #[code("GRPC_OF_NUMBER", grpc = 14)]
    GrpcOfNumber,
    #[code("GRPC_OK", grpc = OK)]
    GrpcOk,
    #[code("GRPC_MISSPELLED", grpc = UNAVAILBLE)]
    GrpcMisspelled,
    #[code("PROTOCOL_OUT_OF_RANGE", protocol = 404)]
    ProtocolOutOfRange,
    #[code("PROTOCOL_OF_NOTHING", protocol = )]
    ProtocolOfNothing,
}

fn main() {}
