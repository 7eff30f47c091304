//! In debug builds, what is declared wrongly is told to the server's author.

use crate::client::text;
use agent_error::parse;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use std::process::Stdio;
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

#[tokio::test]
async fn codes_outside_the_set_and_tools_that_do_not_exist_are_told_on_standard_error() {
    let command = Command::new(env!("CARGO_BIN_EXE_tools"));
    let (transport, stderr) = TokioChildProcess::builder(command).stderr(Stdio::piped()).spawn().unwrap();
    let client = ().serve(transport).await.unwrap();
    client.list_all_tools().await.unwrap();
    for tool in ["declared", "undeclared"] {
        let result = client.call_tool(CallToolRequestParams::new(tool)).await.unwrap();
        let code = parse(text(&result)).unwrap().code.clone();
        assert_eq!(code, format!("TOOLS_{}", tool.to_uppercase()));
    }
    client.cancel().await.unwrap();

    let mut told = String::new();
    stderr.unwrap().read_to_string(&mut told).await.unwrap();
    let expected = match cfg!(debug_assertions) {
        true => {
            "no tool `misspelt` exists, whose errors are declared\n\
             `undeclared` ended with TOOLS_UNDECLARED, which is not among its errors; add it to the tool's `error_set![]`\n"
        }
        false => "",
    };
    assert_eq!(told, expected);
}
