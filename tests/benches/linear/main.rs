//! Checks that each function that accepts text takes linear time and memory.
//!
//! Doubling the input may take at most 2.3 times as long. The memory of a call stays below ten times a text. A JSON value
//! takes 32 bytes, so the memory for a document may only grow linearly. The inputs are the worst repetitions of each rule.
//!
//! Run with `cargo bench -p agent-error-benches --bench linear`. To select rows, pass parts of their names:
//! `-- redact curl`. The largest input has 256 KiB. For larger ones, set `MAX_BYTES=4194304`.

#![allow(clippy::expect_used, reason = "a benchmark may panic")]

mod functions;
mod inputs;
mod mcp;

use functions::{FUNCTIONS, Prepared};
use peak_alloc::PeakAlloc;
use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The size of the smallest input.
const MIN_BYTES: usize = 64 << 10;

/// The size of the largest input, unless `MAX_BYTES` is set.
const DEFAULT_MAX_BYTES: usize = 256 << 10;

/// 2.3 times.
const MAX_GROWTH_TENTHS: u32 = 23;

/// Differences below this are noise of the allocator and of other processes that share the processor's caches.
const NOISE: Duration = Duration::from_millis(10);

const MAX_MEMORY: usize = 10;

/// The memory that doesn't depend on the input.
const BASE_MEMORY: usize = 1 << 20;

/// How often a time is measured before it's reported.
const ATTEMPTS: usize = 10;

/// Returns the CPU time of this thread, so that other processes don't count.
fn now() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("a positive time")
}

/// Returns the time and the additional peak memory of a call.
fn measure(call: &mut Prepared) -> (Duration, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let started = now();
    call();
    (now().saturating_sub(started), ALLOCATOR.peak_usage().saturating_sub(before))
}

/// Returns what's wrong with the growth of a function for one kind of input.
fn fault(prepare: fn(String) -> (Prepared, usize), input: &inputs::Input, max_size: usize) -> Option<String> {
    let mut before: Option<(Prepared, Duration, usize, usize)> = None;
    // Some functions repeat the input.
    let copies = (prepare(input.of(1 << 10, 0)).1 >> 10).max(1);
    for doublings in (0..).take_while(|doublings| MIN_BYTES << doublings <= max_size) {
        let (mut call, bytes) = prepare(input.of(MIN_BYTES / copies, doublings));
        let (mut time, memory) = measure(&mut call);
        let max_memory = match &before {
            _ if input.is_text() => bytes * MAX_MEMORY,
            Some((.., half_memory)) => half_memory * 5 / 2,
            None => memory,
        };
        if memory > max_memory + BASE_MEMORY {
            return Some(format!("{bytes} bytes take {memory} bytes of memory"));
        }
        if let Some((half, half_time, half_bytes, _)) = &mut before {
            for _ in 0..ATTEMPTS {
                if time <= *half_time * MAX_GROWTH_TENTHS / 10 + NOISE {
                    break;
                }
                time = time.min(measure(&mut call).0);
                *half_time = (*half_time).min(measure(half).0);
            }
            if time > *half_time * MAX_GROWTH_TENTHS / 10 + NOISE {
                return Some(format!("{half_bytes} bytes take {half_time:.1?}, {bytes} take {time:.1?}"));
            }
        }
        before = Some((call, time, bytes, memory));
    }
    None
}

fn main() {
    let filters: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let max_size = std::env::var("MAX_BYTES").ok().and_then(|bytes| bytes.parse().ok()).unwrap_or(DEFAULT_MAX_BYTES);
    let (mut pairs, mut faults) = (0, 0);
    for (name, prepare) in FUNCTIONS {
        let started = Instant::now();
        for input in inputs::all() {
            let row = format!("{name}, {}", input.name());
            if !filters.iter().all(|filter| row.contains(filter.as_str())) {
                continue;
            }
            pairs += 1;
            if let Some(fault) = fault(*prepare, &input, max_size) {
                faults += 1;
                println!("{row}: {fault}");
            }
        }
        eprintln!("{name}: {:.1?}", started.elapsed());
    }
    println!("{pairs} pairs of a function and an input, {faults} not linear");
    std::process::exit(i32::from(faults > 0 || pairs == 0));
}
