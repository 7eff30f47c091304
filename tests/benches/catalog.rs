//! Measures the cost of building a catalog and of looking up a code, by the number of codes.
//!
//! Run with `cargo bench -p agent-error-benches --bench catalog`.

#[path = "../support/def.rs"]
mod def;

use agent_error::Catalog;
use agent_error::definition::TypeDef;
use def::{Def, built};
use divan::{AllocProfiler, Bencher, black_box};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

const SIZES: [usize; 3] = [10, 1_000, 10_000];
const CODES_PER_TYPE: usize = 10;

const DOMAINS: [&str; 5] = ["DB", "AUTH", "NET", "CONFIG", "STORAGE"];

fn leak(text: String) -> &'static str {
    text.leak()
}

fn code(index: usize) -> String {
    format!("{}_REQUEST_FAILED_{index:05}", DOMAINS[index % DOMAINS.len()])
}

/// Creates types with ten codes each, like the enums of a program.
fn types(codes: usize) -> Vec<&'static TypeDef> {
    let ty = |number: usize| -> &'static TypeDef {
        let first = number * CODES_PER_TYPE;
        let defs = (first..first + CODES_PER_TYPE).map(|index| Def {
            code: leak(code(index)),
            variant: leak(format!("RequestFailed{index}")),
            ..Def::with_exit(1)
        });
        let defs = built(defs);
        Box::leak(Box::new(TypeDef { path: leak(format!("tool::part{number}::PartError")), defs, ..TypeDef::EMPTY }))
    };
    (0..codes / CODES_PER_TYPE).map(ty).collect()
}

fn catalog(codes: usize) -> Catalog {
    let catalog = Catalog::from_types(&types(codes)).unwrap_or_else(|error| unreachable!("{error}"));
    assert_eq!(catalog.len(), codes);
    catalog
}

/// Looks up the codes one after another, in an order that a branch predictor can't learn.
fn bench_lookups(bencher: Bencher<'_, '_>, catalog: &Catalog, wanted: &[String], found: bool) {
    let step = 7_919; // A prime that doesn't divide any size, so that every code is visited.
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + step) % wanted.len();
        let def = catalog.get(black_box(&wanted[next]));
        assert_eq!(def.is_some(), found);
        def
    });
}

#[divan::bench(args = SIZES, sample_size = 10_000)]
fn get_hit(bencher: Bencher<'_, '_>, codes: usize) {
    let wanted: Vec<String> = (0..codes).map(code).collect();
    bench_lookups(bencher, &catalog(codes), &wanted, true);
}

#[divan::bench(args = SIZES, sample_size = 10_000)]
fn get_miss(bencher: Bencher<'_, '_>, codes: usize) {
    let wanted: Vec<String> = (0..codes).map(|index| code(index) + "_ELSEWHERE").collect();
    bench_lookups(bencher, &catalog(codes), &wanted, false);
}

#[divan::bench(args = SIZES)]
fn from_types(bencher: Bencher<'_, '_>, codes: usize) {
    let types = types(codes);
    bencher.bench_local(|| Catalog::from_types(black_box(&types)));
}

fn main() {
    divan::main();
}
