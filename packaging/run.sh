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

# The run's state as `sagectl status --json` gives it.
run_state() {
    "$programs/sagectl" status "$workspace" --json |
        sed -n 's/^.*"runState" *: *"\([a-z]*\)".*$/\1/p'
}

main_job() {
    local state
    if [[ ! -e $workspace ]]; then
        say "Creating the workspace $workspace"
        "$programs/sagectl" init "$workspace"
    fi
    state=$(run_state) || fail "The workspace $workspace can't be read (see above)." \
        "Give another path: packaging/run.sh FOLDER"
    case $state in
    finished) say "The starter stream is already finished in $workspace" ;;
    none)
        say "Running the starter stream"
        "$programs/sagectl" run "$workspace"
        ;;
    *)
        say "Going on with the starter stream, which was not finished (${state:-unknown})"
        "$programs/sagectl" resume "$workspace"
        ;;
    esac
}

show_results() {
    if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} && -x $programs/sage-workbench ]]; then
        say "Opening the workbench"
        exec "$programs/sage-workbench" "$workspace"
    fi
    say "No display. The results are in $workspace"
    "$programs/sagectl" report "$workspace"
    say "More: $programs/sagectl report --help; the workbench: $programs/sage-workbench $workspace"
}

ensure_packages
ensure_build release
main_job
show_results
