#!/usr/bin/env bash
# Installs what is missing, builds, runs the main job on the starter stream, then opens the workbench
# where a display exists and else prints the report. Usage: packaging/run.sh [WORKSPACE]
# Stopped half-way, it goes on where it was.
set -euo pipefail
# shellcheck source=packaging/lib.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/lib.sh"

readonly programs=$sage_root/build/release/bin
# A path that was given is meant from where the caller stands.
workspace=$(realpath -m "${1:-$sage_root/starter.sage-workspace}")
readonly workspace

# none, running, paused, interrupted or finished; empty where the workspace cannot be read.
run_state() {
    "$programs/sagectl" status "$workspace" --json 2>/dev/null | sed -n 's/^  "runState": "\([a-z]*\)".*$/\1/p' || true
}

# A clear message of sagectl's own ends this script where the workspace is damaged, busy or too new.
main_job() {
    if [[ ! -e $workspace ]]; then
        "$programs/sagectl" init "$workspace"
    fi
    case $(run_state) in
    finished)
        say "The starter stream is already finished in $workspace"
        "$programs/sagectl" report "$workspace"
        ;;
    running) say "Another program is running the starter stream in $workspace" ;;
    paused | interrupted)
        say "Going on with the starter stream, which was not finished"
        "$programs/sagectl" resume "$workspace"
        ;;
    *)
        say "Running the starter stream"
        "$programs/sagectl" run "$workspace"
        ;;
    esac
}

show_results() {
    if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
        say "Opening the workbench"
        exec "$programs/sage-workbench" "$workspace"
    fi
    say "There is no display here. The results are in $workspace"
    say "The tables again: $programs/sagectl report $workspace"
    say "The window, where there is a display: $programs/sage-workbench $workspace"
}

ensure_packages
ensure_build release
main_job
show_results
