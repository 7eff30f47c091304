//! Measures finding a coded error among 100 linked types: at the top, below contexts, as a context, and not at all.

use agent_error::{AgentError, find};
use anyhow::Context;
use divan::{Bencher, black_box};
use std::error::Error;
use std::io;

fn main() {
    divan::main();
}

/// Declares types with typical sizes of errors.
macro_rules! types {
    ($($name:ident $code:literal $size:literal),* $(,)?) => {
        $(
            #[derive(Debug, thiserror::Error, AgentError)]
            #[error("failed")]
            #[code($code, exit = 5)]
            struct $name(#[allow(dead_code, reason = "gives the type its size")] [u64; $size / 8]);
        )*
    };
}

types! {
    T00 "FIND_00" 8, T01 "FIND_01" 16, T02 "FIND_02" 24, T03 "FIND_03" 32, T04 "FIND_04" 40,
    T05 "FIND_05" 48, T06 "FIND_06" 56, T07 "FIND_07" 64, T08 "FIND_08" 72, T09 "FIND_09" 80,
    T10 "FIND_10" 96, T11 "FIND_11" 112, T12 "FIND_12" 128, T13 "FIND_13" 8, T14 "FIND_14" 16,
    T15 "FIND_15" 24, T16 "FIND_16" 32, T17 "FIND_17" 40, T18 "FIND_18" 48, T19 "FIND_19" 56,
    T20 "FIND_20" 64, T21 "FIND_21" 72, T22 "FIND_22" 80, T23 "FIND_23" 96, T24 "FIND_24" 112,
    T25 "FIND_25" 128, T26 "FIND_26" 8, T27 "FIND_27" 16, T28 "FIND_28" 24, T29 "FIND_29" 32,
    T30 "FIND_30" 40, T31 "FIND_31" 48, T32 "FIND_32" 56, T33 "FIND_33" 64, T34 "FIND_34" 72,
    T35 "FIND_35" 80, T36 "FIND_36" 96, T37 "FIND_37" 112, T38 "FIND_38" 128, T39 "FIND_39" 8,
    T40 "FIND_40" 16, T41 "FIND_41" 24, T42 "FIND_42" 32, T43 "FIND_43" 40, T44 "FIND_44" 48,
    T45 "FIND_45" 56, T46 "FIND_46" 64, T47 "FIND_47" 72, T48 "FIND_48" 80, T49 "FIND_49" 96,
    T50 "FIND_50" 112, T51 "FIND_51" 128, T52 "FIND_52" 8, T53 "FIND_53" 16, T54 "FIND_54" 24,
    T55 "FIND_55" 32, T56 "FIND_56" 40, T57 "FIND_57" 48, T58 "FIND_58" 56, T59 "FIND_59" 64,
    T60 "FIND_60" 72, T61 "FIND_61" 80, T62 "FIND_62" 96, T63 "FIND_63" 112, T64 "FIND_64" 128,
    T65 "FIND_65" 8, T66 "FIND_66" 16, T67 "FIND_67" 24, T68 "FIND_68" 32, T69 "FIND_69" 40,
    T70 "FIND_70" 48, T71 "FIND_71" 56, T72 "FIND_72" 64, T73 "FIND_73" 72, T74 "FIND_74" 80,
    T75 "FIND_75" 96, T76 "FIND_76" 112, T77 "FIND_77" 128, T78 "FIND_78" 8, T79 "FIND_79" 16,
    T80 "FIND_80" 24, T81 "FIND_81" 32, T82 "FIND_82" 40, T83 "FIND_83" 48, T84 "FIND_84" 56,
    T85 "FIND_85" 64, T86 "FIND_86" 72, T87 "FIND_87" 80, T88 "FIND_88" 96, T89 "FIND_89" 112,
    T90 "FIND_90" 128, T91 "FIND_91" 8, T92 "FIND_92" 16, T93 "FIND_93" 24, T94 "FIND_94" 32,
    T95 "FIND_95" 40, T96 "FIND_96" 48, T97 "FIND_97" 56, T98 "FIND_98" 64, T99 "FIND_99" 72,
}

#[derive(Debug, thiserror::Error)]
#[error("around")]
struct Around(#[source] Box<dyn Error + Send + Sync>);

#[derive(Debug, thiserror::Error)]
#[error("no number")]
struct ParseFailed;

/// Returns an error of the last type of its size.
fn coded() -> T90 {
    T90([0; size_of::<T90>() / 8])
}

#[divan::bench]
fn at_the_top(bencher: Bencher<'_, '_>) {
    let error = coded();
    bencher.bench_local(|| find(black_box(&error)).map(AgentError::exit_code));
}

#[divan::bench]
fn below_two_errors(bencher: Bencher<'_, '_>) {
    let error = Around(Box::new(Around(Box::new(coded()))));
    bencher.bench_local(|| find(black_box(&error)).map(AgentError::exit_code));
}

#[divan::bench]
fn in_an_io_error(bencher: Bencher<'_, '_>) {
    let error = io::Error::other(coded());
    bencher.bench_local(|| find(black_box(&error)).map(AgentError::exit_code));
}

#[divan::bench]
fn in_a_box(bencher: Bencher<'_, '_>) {
    let error = Box::new(coded());
    bencher.bench_local(|| find(black_box(&error)).map(AgentError::exit_code));
}

#[divan::bench]
fn nowhere(bencher: Bencher<'_, '_>) {
    let error = Around(Box::new(ParseFailed));
    bencher.bench_local(|| find(black_box(&error)).map(AgentError::exit_code));
}

#[divan::bench]
fn below_two_contexts_of_anyhow(bencher: Bencher<'_, '_>) {
    let error = anyhow::Error::from(coded()).context("a").context("b".to_owned());
    bencher.bench_local(|| agent_error::anyhow::find(black_box(&error)).map(AgentError::exit_code));
}

#[divan::bench]
fn a_context_of_anyhow(bencher: Bencher<'_, '_>) {
    let Err(error) = Err::<(), _>(io::Error::other("x")).context(coded()) else { return };
    bencher.bench_local(|| agent_error::anyhow::find(black_box(&error)).map(AgentError::exit_code));
}

/// Measures a check for each type in turn, for comparison.
#[divan::bench]
fn asking_one_type_a_hundred_times(bencher: Bencher<'_, '_>) {
    let error: Box<dyn Error> = Box::new(coded());
    bencher.bench_local(|| (0..100).filter(|_| black_box(&error).is::<T90>()).count());
}
