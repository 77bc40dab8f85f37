#!/usr/bin/env bash
# Installs what is missing, builds the release preset and runs all tests.
# Arguments go to ctest, e.g. packaging/test.sh -R store
set -euo pipefail
# shellcheck source=packaging/lib.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/lib.sh"

ensure_packages
ensure_build release
run_tests release "$@"
