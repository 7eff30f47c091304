//! The response of `score`.

use super::call::Scored;
use super::error::ScoreError;
use agent_error::Response;
use agent_error_testing::Score;
use serde::Serialize;

#[derive(Serialize)]
struct Report {
    /// The command lines of the calls, in the same order as `calls` of the score.
    commands: Vec<String>,
    /// The command line that requested the list of errors, if any.
    list: Option<String>,
    #[serde(flatten)]
    score: Score,
}

/// Returns the response with the score, or an error if the score is below `min`.
pub(crate) fn answer(scored: Scored, min: Option<u8>) -> Result<Response, ScoreError> {
    let Scored { score, calls, list } = scored;
    if let Some(min) = min.filter(|min| score.points < *min) {
        return Err(too_low(score, calls, min));
    }
    let commands = calls.iter().chain(&list).map(|command| format!("$ {command}\n"));
    let text = format!("{}{score}", commands.collect::<String>());
    Ok(Response::new(Report { commands: calls, list, score }).human(text))
}

fn too_low(score: Score, calls: Vec<String>, min: u8) -> ScoreError {
    let unmet = score.reasons.iter().filter(|reason| !reason.holds && reason.level <= min);
    let missing: Vec<String> = unmet.map(|reason| format!("{}: {}", reason.condition.what(), reason.found)).collect();
    ScoreError::TooLow {
        points: score.points,
        min,
        calls,
        missing: missing.join("; "),
        advice: score.next.join(". "),
        score: Box::new(score),
    }
}
