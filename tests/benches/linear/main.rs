//! Checks that each function that accepts text takes linear time and memory.
//!
//! Double the input may take at most 2.3 times as long. The memory of a call is at most ten times
//! its input, or more where the constants below say why. The inputs are the worst repetitions of
//! each rule. Prints the worst growth and the most memory of each function.
//!
//! Run with `cargo bench -p agent-error-benches --bench linear`. To select rows, pass parts of
//! their names: `-- secrets curl`. The largest input has 256 KiB. For larger ones, set
//! `MAX_BYTES=4194304`.

#![allow(clippy::expect_used, reason = "a benchmark may panic")]

mod functions;
mod inputs;
mod mcp;

use functions::{EXPANDERS, FUNCTIONS, PARSERS, Prepare, Prepared, REDACTORS, UNCAPPED};
use inputs::Input;
use peak_alloc::PeakAlloc;
use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The size of the smallest input.
const MIN_BYTES: usize = 64 << 10;

/// The size of the largest input, unless `MAX_BYTES` is set.
const DEFAULT_MAX_BYTES: usize = 256 << 10;

/// How much longer double the input may take.
const MAX_GROWTH: f64 = 2.3;

/// The average growth of a doubling above which each doubling is measured.
const SUSPICIOUS_GROWTH: f64 = 2.15;

/// Differences below this are noise of the allocator and of other processes that share the
/// processor's caches.
const NOISE: Duration = Duration::from_millis(10);

/// How much more memory than its input a call may take.
const MAX_MEMORY: usize = 10;

/// The same for [`EXPANDERS`], whose output is longer than their input: `Human` indents each line
/// by ten columns, JSON writes a control character in six bytes, and `[REDACTED]` is longer than
/// most secrets. A call that parses an error first also holds its record, and MCP's client runs in
/// the same process as its server.
const MAX_EXPANDED_MEMORY: usize = 27;

/// The same for [`UNCAPPED`]. By default, a list that's longer than 64 KiB becomes a string. Without a
/// cap, a line such as `field a: b` is an object of 64 bytes in `PROBLEM`. While it's written, its
/// members take 200 bytes.
const MAX_UNCAPPED_MEMORY: usize = 58;

/// The same for [`PARSERS`]. A string in a list takes 24 bytes, even if it has three bytes in the
/// document, as in `a, `. A member takes 40 or more, even if it has six, as in `"a":0,`, and a
/// vector that grows takes up to three times as much.
const MAX_PARSED_MEMORY: usize = 18;

/// The memory that doesn't depend on the input.
const BASE_MEMORY: usize = 1 << 20;

/// How often a time is measured before it's reported.
const ATTEMPTS: usize = 10;

/// Returns the CPU time of this thread, so that other processes don't count.
fn now() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime)
        .try_into()
        .expect("a positive time")
}

/// Returns the time and the additional peak memory of a call.
fn measure(call: &mut Prepared) -> (Duration, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let started = now();
    call();
    (
        now().saturating_sub(started),
        ALLOCATOR.peak_usage().saturating_sub(before),
    )
}

/// Returns how much longer double the input takes on average, and the memory of the longer call.
fn average_growth(short: &mut Prepared, long: &mut Prepared, doublings: u32) -> (f64, usize) {
    let (mut short_time, mut long_time) = (Duration::MAX, Duration::MAX);
    let (mut growth, mut memory) = (0.0, 0);
    for _ in 0..ATTEMPTS {
        short_time = short_time.min(measure(short).0);
        let (time, most) = measure(long);
        (long_time, memory) = (long_time.min(time), most);
        let ratio =
            long_time.saturating_sub(NOISE).as_secs_f64() / short_time.as_secs_f64().max(1e-9);
        growth = ratio.powf(1.0 / f64::from(doublings));
        if growth < SUSPICIOUS_GROWTH {
            break;
        }
    }
    (growth, memory)
}

/// Returns how much longer double the input takes, and how much more memory than its input a call
/// takes.
fn growth(prepare: Prepare, input: &Input, doublings: u32) -> (f64, usize) {
    let prepared = |doublings| prepare(input.of(MIN_BYTES, doublings));
    let (mut longest, bytes) = prepared(doublings);
    let (average, memory) = average_growth(&mut prepared(0).0, &mut longest, doublings);
    let steps = (1..=doublings).filter(|_| average >= SUSPICIOUS_GROWTH);
    let growth =
        steps.map(|step| average_growth(&mut prepared(step - 1).0, &mut prepared(step).0, 1).0);
    (
        growth.fold(average, f64::max),
        memory.saturating_sub(BASE_MEMORY).div_ceil(bytes),
    )
}

fn main() {
    let filters: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let max_bytes = std::env::var("MAX_BYTES")
        .ok()
        .and_then(|bytes| bytes.parse().ok())
        .unwrap_or(DEFAULT_MAX_BYTES);
    let doublings = (max_bytes / MIN_BYTES).max(2).ilog2();
    let (mut pairs, mut faults) = (0, 0);
    let groups = [
        (REDACTORS, MAX_MEMORY, inputs::secrets()),
        (FUNCTIONS, MAX_MEMORY, inputs::all()),
        (EXPANDERS, MAX_EXPANDED_MEMORY, inputs::all()),
        (PARSERS, MAX_PARSED_MEMORY, inputs::all()),
        (UNCAPPED, MAX_UNCAPPED_MEMORY, inputs::all()),
    ];
    for (functions, max_memory, inputs) in groups {
        for (name, prepare) in functions {
            let started = Instant::now();
            let (mut worst_growth, mut worst_memory) = (0.0_f64, 0);
            for input in &inputs {
                let row = format!("{name}, {}", input.name());
                if !filters.iter().all(|filter| row.contains(filter.as_str())) {
                    continue;
                }
                pairs += 1;
                let (growth, memory) = growth(*prepare, input, doublings);
                (worst_growth, worst_memory) = (worst_growth.max(growth), worst_memory.max(memory));
                if growth > MAX_GROWTH || memory > max_memory {
                    faults += 1;
                    println!(
                        "{row}: double the input takes {growth:.2} times as long, {memory} times its memory"
                    );
                }
            }
            println!(
                "{name}: {worst_growth:.2} {worst_memory} ({:.1?})",
                started.elapsed()
            );
        }
    }
    println!("{pairs} pairs of a function and an input, {faults} not linear");
    std::process::exit(i32::from(faults > 0 || pairs == 0));
}
