# shellcheck shell=bash
# What run.sh and test.sh share: install what is missing, build the release preset, and say plainly
# what is missing where that is impossible. Sourced, never run.

# readlink -f: the scripts may be called through a symbolic link and from any folder.
sage_root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
readonly sage_root
readonly sage_deps=$sage_root/.deps

# Every package by its Debian name. These names are the same on Debian 12 and 13.
readonly sage_packages=(
    cmake g++ ninja-build ccache mold pkgconf git binutils perl xz-utils
    qt6-base-dev qt6-charts-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libqt6sql6-sqlite libgl-dev
    libexpected-dev nlohmann-json3-dev libxtensor-dev libfaiss-dev libopenblas-dev libyaml-cpp-dev
    libseccomp-dev bubblewrap libgit2-dev libdtl-dev libdw-dev libbenchmark-dev
    fonts-dejavu-core fonts-noto-cjk
)
# What Charts needs; a package of its own on Debian 12, part of qt6-base-dev on Debian 13.
readonly sage_opengl_package=libqt6opengl6-dev
readonly sage_syntax_package=libkf6syntaxhighlighting-dev
# Only where KSyntaxHighlighting has to be built.
readonly sage_syntax_build_packages=(extra-cmake-modules)

say() { printf '== %s\n' "$*"; }

# fail MESSAGE [WHAT TO DO]...
fail() {
    printf 'packaging: %s\n' "$1" >&2
    shift
    if (($#)); then printf '           %s\n' "$@" >&2; fi
    exit 1
}

need_command() {
    command -v "$1" >/dev/null 2>&1 || fail "$1 is missing: $2."
}

free_megabytes() {
    df -Pm "$1" | awk 'NR == 2 { print $4 }'
}

need_space() {
    local free
    free=$(free_megabytes "$1")
    ((free >= $2)) || fail "The disk of $1 is full: $3 needs about $2 MB, $free MB are free."
}

# The last words of a log, for when no known cause was found in it.
show_log() {
    printf '%s\n' "--- the end of $1:" >&2
    tail -n 25 "$1" >&2
}

explain_apt_failure() {
    local log=$1 doing=$2
    show_log "$log"
    if grep -q 'No space left on device\|enough free space' "$log"; then
        fail "The disk is full: $doing stopped."
    elif grep -q 'Could not resolve\|Could not connect\|Temporary failure\|Unable to connect\|Cannot initiate the connection\|Connection failed\|Connection timed out' "$log"; then
        fail "The package server can't be reached: $doing needs a network." "apt's own settings (sources, proxy) are used."
    elif grep -q 'Could not get lock' "$log"; then
        fail "Another package manager is running: $doing stopped. Try again when it has finished."
    elif grep -q 'Unable to locate package\|no installation candidate\|Unable to find a source package' "$log"; then
        fail "This system's apt sources do not offer a package that is needed (see above): $doing stopped." \
            "Debian 12 or newer is needed, with the component main of the full release."
    fi
    fail "$doing failed; the log is $log."
}

explain_build_failure() {
    local log=$1 doing=$2
    [[ ! -f $log ]] || show_log "$log"
    if (($(free_megabytes "$sage_root") < 50)) || { [[ -f $log ]] && grep -q 'No space left on device' "$log"; }; then
        fail "The disk of $sage_root is full: $doing stopped."
    fi
    fail "$doing failed."
}

installed() {
    # One call for all: this is what makes the second run quick.
    local wanted=("$@") found
    found=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null |
        sort -u | grep -c ' installed$' || true)
    ((found >= ${#wanted[@]}))
}

missing_of() {
    local name
    for name in "$@"; do
        installed "$name" || printf '%s\n' "$name"
    done
}

as_root() {
    if [[ $EUID -eq 0 ]]; then "$@"; else sudo "$@"; fi
}

need_root() {
    [[ $EUID -ne 0 ]] || return 0
    command -v sudo >/dev/null 2>&1 || fail "Packages are missing, and this user is neither root nor is there sudo." \
        "Ask an administrator for: apt-get install --no-install-recommends $*"
    sudo -n true 2>/dev/null || [[ -t 0 ]] || fail "Packages are missing, and sudo wants a password, but there is no terminal to ask on." \
        "Run once in a terminal, or: sudo apt-get install --no-install-recommends $*"
}

apt_quietly() {
    as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
}

install_packages() {
    local log=$sage_deps/log/apt.log missing
    mapfile -t missing < <(missing_of "$@")
    ((${#missing[@]})) || return 0
    say "Installing with apt: ${missing[*]}"
    need_space /usr 2500 "installing the libraries"
    apt_quietly install --no-install-recommends "${missing[@]}" >>"$log" 2>&1 ||
        explain_apt_failure "$log" "installing packages"
}

update_package_lists() {
    # The same log as the installation's: why a package is not found may stand here.
    local log=$sage_deps/log/apt.log
    say "Reading the package lists (apt-get update)"
    # A broken source of somebody else's must not stop us; what is really missing shows when installing.
    apt_quietly -o APT::Update::Error-Mode=any update >"$log" 2>&1 ||
        say "Some package sources could not be read (log: $log); trying with those that could"
}

syntax_highlighting_is_there() {
    installed "$sage_syntax_package" || [[ -f $sage_deps/ksyntaxhighlighting/.complete ]]
}

opengl_is_there() {
    compgen -G '/usr/lib/*/cmake/Qt6OpenGL/Qt6OpenGLConfig.cmake' >/dev/null
}

everything_is_installed() {
    installed "${sage_packages[@]}" && opengl_is_there && syntax_highlighting_is_there
}

offered() {
    local policy
    policy=$(LC_ALL=C.UTF-8 apt-cache policy "$1" 2>/dev/null)
    [[ $policy == *'Candidate: '[!\(]* ]]
}

ensure_packages() {
    mkdir -p "$sage_deps/log" 2>/dev/null || fail "$sage_root can't be written to; the build needs about 2 GB there."
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        fail "apt is missing: this set-up knows Debian and its relatives." \
            "Install what these Debian packages hold, then use the presets: cmake --preset release && cmake --build --preset release" \
            "${sage_packages[*]} $sage_syntax_package"
    fi
    everything_is_installed && return 0
    local missing
    mapfile -t missing < <(missing_of "${sage_packages[@]}")
    need_root "${missing[@]}"
    update_package_lists
    install_packages "${sage_packages[@]}"
    opengl_is_there || install_packages "$sage_opengl_package"
    syntax_highlighting_is_there && return 0
    if offered "$sage_syntax_package"; then
        install_packages "$sage_syntax_package"
    else
        install_packages "${sage_syntax_build_packages[@]}"
        "$sage_root/packaging/ksyntaxhighlighting.sh"
    fi
}

ensure_build() {
    local preset=$1 folder=$sage_root/build/$1
    # A home that does not exist or is read-only (containers) must not stop the compiler cache.
    [[ -w ${HOME:-/nonexistent} ]] || export CCACHE_DIR=$sage_deps/ccache
    cd "$sage_root" || fail "$sage_root can't be entered."
    if [[ ! -f $folder/build.ninja || CMakePresets.json -nt $folder/build.ninja ]]; then
        [[ -d $folder ]] || need_space "$sage_root" 1500 "the build"
        say "Configuring the preset $preset"
        cmake --preset "$preset" || explain_build_failure "" "configuring the preset $preset"
    fi
    say "Building the preset $preset"
    cmake --build --preset "$preset" || explain_build_failure "" "building the preset $preset"
}

# ThreadSanitizer of GCC 12 cannot live with the long random addresses of newer kernels; where
# turning them off is forbidden, its tests are tried as they are.
fixed_addresses() {
    if setarch "$(uname -m)" -R true 2>/dev/null; then
        setarch "$(uname -m)" -R "$@"
    else
        "$@"
    fi
}

# run_tests PRESET [CTEST ARGUMENTS]...: two at a time, without a display, in one locale.
run_tests() {
    local preset=$1 launcher=()
    shift
    [[ $preset != tsan ]] || launcher=(fixed_addresses)
    say "Testing the preset $preset"
    cd "$sage_root" || fail "$sage_root can't be entered."
    LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen "${launcher[@]}" ctest --preset "$preset" -j2 "$@"
}
