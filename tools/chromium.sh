#!/bin/sh
# Install the browser for the browser tests, which are never skipped: Debian's headless shell of
# Chromium, which takes less than half of the processor time of the whole Chromium.
set -eu

SHELL_PACKAGE=chromium-headless-shell
[ -x /usr/bin/$SHELL_PACKAGE ] && exit

if command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then as=''; elif sudo -n true 2>/dev/null; then as='sudo -n'; else as=none; fi
    if [ "$as" != none ]; then
        echo 'Installing Chromium for the browser tests …'
        $as apt-get update -qq || true # Chromium may come from a source that is reachable
        for package in $SHELL_PACKAGE chromium; do
            [ -x /usr/bin/$package ] && exit
            $as env DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends $package >/dev/null || true
        done
    fi
fi

[ -x /usr/bin/$SHELL_PACKAGE ] || [ -x /usr/bin/chromium ] && exit

echo "The browser tests need Chromium in /usr/bin. Install it with: sudo apt-get install -y $SHELL_PACKAGE" >&2
exit 1
