#!/bin/sh
# Build the environment in .venv with the versions in constraints.txt, by uv or else by venv and
# pip. The script is safe to repeat and keeps an environment that works.
set -eu
cd "$(dirname "$0")/.."

new_enough='import sys; sys.exit(sys.version_info < (3, 11))'

has_uv() {
    command -v uv >/dev/null && uv --version >/dev/null 2>&1
}

# A Python that pyenv or a plain ./configure has built lacks the optimizations, and so a sixth of
# the speed. Debian's has them without this option; there, ensurepip is a separate package.
optimized='import ensurepip, sys, sysconfig
options = sysconfig.get_config_var("CONFIG_ARGS") or ""
sys.exit(sys.base_prefix != "/usr" and "--enable-optimizations" not in options)'

find_python() { # the first in PATH that is optimized, or else the first
    for also in "$optimized" ''; do
        for folder in $(echo "$PATH" | tr : ' '); do
            for name in python3 python3.11 python3.12 python3.13 python3.14 python; do
                if "$folder/$name" -c "$new_enough" 2>/dev/null &&
                    "$folder/$name" -c "$also" 2>/dev/null; then
                    echo "$folder/$name"
                    return
                fi
            done
        done
    done
    return 1
}

install_by_apt() { # only where sudo asks for no password
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" = 0 ]; then as=''; elif sudo -n true 2>/dev/null; then as='sudo -n'; else return 1; fi
    echo "Installing $* …"
    $as apt-get update -qq && $as env DEBIAN_FRONTEND=noninteractive apt-get install -yqq "$@" >/dev/null
}

give_up() {
    echo "$1" >&2
    exit 1
}

make_with_venv() {
    python=$(find_python) || { install_by_apt python3 python3-venv && python=$(find_python); } ||
        give_up "Python 3.11 or later is missing; install it, for instance with: apt-get install -y python3 python3-venv"
    "$python" -m venv .venv >/dev/null 2>&1 && return
    rm -rf .venv # the environment is incomplete, because venv is a separate package on Debian
    install_by_apt python3-venv && "$python" -m venv .venv ||
        give_up "$python cannot build an environment; install the missing package with: apt-get install -y python3-venv"
}

if ! .venv/bin/python -c "$new_enough" 2>/dev/null; then
    rm -rf .venv
    echo "Building the environment in .venv …"
    if has_uv; then
        uv venv -q --python "$(find_python || echo 3.11)" .venv
    else
        make_with_venv
    fi
fi

# The lock has every package with its hashes; the project itself, a folder, can have none.
if has_uv; then
    uv pip install -q --compile-bytecode --python .venv/bin/python --no-deps --require-hashes -r constraints.txt
    uv pip install -q --python .venv/bin/python --no-deps --no-build-isolation -e .
else
    .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip -q
    install='.venv/bin/python -m pip install -q --disable-pip-version-check'
    $install --no-deps --require-hashes -r constraints.txt
    PYTHONWARNINGS=ignore $install --no-deps --no-build-isolation -e .
fi
