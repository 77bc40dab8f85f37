#!/usr/bin/env bash
# Builds KSyntaxHighlighting for Qt 6 where the system has no package of it (Debian 12), into
# .deps/ksyntaxhighlighting. Needs extra-cmake-modules, Qt 6, perl and apt's sources; no root.
# The source is the upstream tarball that Debian 13 carries, taken through the machine's own mirror.
set -euo pipefail
# shellcheck source=packaging/lib.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/lib.sh"

readonly version=5.116.0
readonly tarball=ksyntax-highlighting_${version}.orig.tar.xz
readonly sha256=6f8ccacebd0dc9ce050b2b23b715750c97938b3336fbbb80967920cb8c1dfaa7
readonly suite=trixie
readonly prefix=$sage_deps/ksyntaxhighlighting
readonly work=$sage_deps/ksyntaxhighlighting-build

# The base URL of the mirror this machine uses for its own release. apt reads its sources itself,
# so one-line lists, deb822 files, options and variables all mean what they mean to apt.
machine_mirror() {
    local codename
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    [[ -n $codename ]] || return 1
    apt-get --print-uris update 2>/dev/null |
        sed -n "s|^'\(.*\)/dists/$codename/InRelease'.*|\1|p" | head -n 1
}

# apt with a state of its own: one sources file, its own lists and cache; /etc/apt's sources are not read,
# its settings (proxy, credentials) are.
private_apt() {
    local sandbox=()
    # apt's download user usually cannot enter a project folder; the tarball is checked below anyway.
    [[ $EUID -ne 0 ]] || sandbox=(-o APT::Sandbox::User=root)
    LC_ALL=C.UTF-8 apt-get -q \
        -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State="$work/apt/state" -o Dir::State::status=/dev/null -o Dir::Cache="$work/apt/cache" \
        -o APT::Update::Error-Mode=any -o APT::Get::List-Cleanup=false "${sandbox[@]}" "$@"
}

# write_source MIRROR OPTIONS: the private list that adds the suite's sources.
write_source() {
    mkdir -p "$work/apt/state/lists/partial" "$work/apt/cache/archives/partial"
    echo "deb-src $2 $1 $suite main" >"$work/apt/sources.list"
}

fetch_tarball() {
    local mirror keyring log=$sage_deps/log/ksyntaxhighlighting-fetch.log
    [[ ! -f $work/$tarball ]] || ! checksum_holds || return 0
    need_command apt-get "apt's sources are where the tarball comes from"
    mirror=$(machine_mirror) || true
    [[ -n $mirror ]] || fail "apt's sources name no mirror of this system's own release, so $tarball can't be fetched." \
        "Put the file into $work and start again."
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    say "Fetching $tarball through this machine's mirror"
    write_source "$mirror" "[signed-by=$keyring]"
    if ! private_apt update >"$log" 2>&1; then
        # An older keyring does not know the suite's key. Going on unsigned is acceptable for this one
        # fetch only because the tarball is accepted by its SHA-256, which is written down here.
        write_source "$mirror" "[allow-insecure=yes]"
        private_apt update >>"$log" 2>&1 || explain_apt_failure "$log" "reading the source list of Debian $suite"
    fi
    (cd "$work" && private_apt source --download-only --tar-only "ksyntax-highlighting=$version-1" >>"$log" 2>&1) ||
        (cd "$work" && private_apt source --download-only --tar-only ksyntax-highlighting >>"$log" 2>&1) || true
    [[ -f $work/$tarball ]] || explain_apt_failure "$log" "fetching $tarball"
    checksum_holds || fail "$work/$tarball has an unexpected SHA-256 and is not used." "Delete it and start again."
}

checksum_holds() {
    echo "$sha256  $work/$tarball" | sha256sum --check --status
}

build() {
    local log=$sage_deps/log/ksyntaxhighlighting-build.log source=$work/syntax-highlighting-$version
    say "Building KSyntaxHighlighting $version for Qt 6 (once, about half a minute; log: $log)"
    rm -rf "$source" "$work/build" "$prefix"
    tar -xJf "$work/$tarball" -C "$work"
    # Nothing of what ECM added since 5.103 is used here; Debian 12 has 5.103.
    sed -i "s/find_package(ECM $version /find_package(ECM 5.103.0 /" "$source/CMakeLists.txt"
    {
        cmake -S "$source" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
            -DQT_MAJOR_VERSION=6 -DBUILD_TESTING=OFF -DBUILD_HTML_DOCS=OFF &&
            cmake --build "$work/build" && cmake --install "$work/build"
    } >"$log" 2>&1 || explain_build_failure "$log" "building KSyntaxHighlighting"
    rm -rf "$source" "$work/build" "$work/apt"
    echo "$version" >"$prefix/.complete"
}

if [[ -f $prefix/.complete && $(<"$prefix/.complete") == "$version" ]]; then
    exit 0
fi
mkdir -p "$work" "$sage_deps/log"
fetch_tarball
build
