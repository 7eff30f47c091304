//! Lets an agent that isn't part of this benchmark, such as a language model, pursue the goal of a scenario.

use crate::scenarios::scenarios;
use crate::world::{View, World};
use agent_error::Format;
use std::io::{BufRead as _, Write as _};
use std::time::Duration;

/// The line that follows the output of each command.
const END: &str = "<<<end>>>";

/// Reads command lines from standard input, and prints what the agent sees. `sleep SECONDS` waits. At the end of the
/// input, prints how much the agent called and read.
///
/// `view` is `plain` or the name of a format.
pub(crate) fn play(view: &str, scenario: &str) {
    let view = Format::named(view).map_or(View::Plain, View::Crate);
    let scenarios = scenarios();
    let scenario = scenarios.iter().find(|known| known.name == scenario).unwrap();
    let mut world = World::new(scenario.program, view);
    let goal = (scenario.set_up)(&mut world);
    if let Some(port) = goal.arguments.iter().find(|argument| argument.name == "port") {
        world.write("port", &port.value.to_string());
    }
    let (mut read, mut read_in_failures) = (0, 0);
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let text = match line.strip_prefix("sleep ") {
            Some(seconds) => {
                world.wait(Duration::from_secs_f64(seconds.trim().parse().unwrap()));
                String::new()
            }
            None => {
                let seen = world.play(&line);
                read += seen.text.chars().count();
                match seen.exit {
                    0 => seen.text,
                    exit => {
                        read_in_failures += seen.text.chars().count();
                        format!("{}\n(exit {exit})", seen.text)
                    }
                }
            }
        };
        println!("{text}\n{END}");
        std::io::stdout().flush().unwrap();
    }
    let World { calls, help_calls, waited, .. } = &world;
    println!(
        "{calls} calls, {help_calls} for help; {read} characters read, {read_in_failures} of them in failures; waited \
         {waited:?}\n{END}"
    );
}
