//! The response: a score, or an error if it is too low.

use super::call::Scored;
use super::error::ScoreError;
use agent_error::Response;
use agent_error_testing::Score;
use serde::Serialize;

#[derive(Serialize)]
struct Report {
    /// The command lines of the calls, in the order of `calls` in the score.
    commands: Vec<String>,
    /// The command line of the list, if the program was asked for it.
    list: Option<String>,
    #[serde(flatten)]
    score: Score,
}

/// The score, if it is high enough.
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
