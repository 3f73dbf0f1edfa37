#!/bin/sh
# Fuzzes with coverage guidance, overflow checks and debug assertions; ends with 1 at the first fault,
# whose input is then in target/fuzz/faults. Needs the stable compiler and a C++ compiler (libFuzzer).
# usage: tests/fuzz/run.sh SECONDS [TARGET...]     (no target: all, SECONDS each, one after the other)
#        tests/fuzz/run.sh minimise [TARGET...]    (takes what was found into tests/fuzz/corpus)
set -eu

if [ $# -lt 1 ]; then
    sed -n '2,5s/^# //p' "$0" >&2
    exit 2
fi
task=$1
shift
[ $# -gt 0 ] || set -- dxp fen hub moves pdn rules
here=$(dirname "$(realpath "$0")")
place=$(realpath "$here/../..")/target/fuzz
host=$(rustc -vV | sed -n 's/^host: //p')

# What cargo-fuzz passes, without its sanitiser, which needs an unstable compiler: there is no unsafe
# code here for it to watch.
export RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Ccodegen-units=1
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares
    -Cdebug-assertions -Coverflow-checks"
cargo build --quiet --release --locked --target "$host" --target-dir "$place" \
    --manifest-path "$here/Cargo.toml"

for target in "$@"; do
    program=$place/$host/release/$target
    found=$place/found/$target
    kept=$here/corpus/$target
    mkdir -p "$found" "$kept" "$place/faults"
    case $task in
    minimise)
        rm -rf "$place/merged"
        mkdir "$place/merged"
        "$program" -set_cover_merge=1 -use_counters=0 "$place/merged" "$kept" "$found" 2>/dev/null
        rm -rf "$kept"
        mv "$place/merged" "$kept"
        echo "$target: $(ls "$kept" | wc -l) inputs kept"
        ;;
    *)
        printf '%s: ' "$target"
        log=$place/$target.log
        if ! "$program" -max_total_time="$task" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
            -dict="$here/dictionaries/$target.dict" \
            -artifact_prefix="$place/faults/$target-" "$found" "$kept" >"$log" 2>&1; then
            grep -v '^#' "$log" | tail -n 40
            echo "$target: a fault, its input is in $place/faults"
            exit 1
        fi
        sed -n 's/^Done \([0-9]*\) runs in \([0-9]*\) second.*/\1 runs in \2 s, quiet/p' "$log"
        ;;
    esac
done
