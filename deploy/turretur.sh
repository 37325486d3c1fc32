#!/bin/sh
# /usr/local/bin/turretur: runs the command line in the bot's folder and as the bot's user, so that
# every file stays that user's; see docs/operations.md
cd "/srv/tur-retur" || exit 2
if [ "$(id -u)" = 0 ]; then
    exec runuser -u turretur -- "/srv/tur-retur/.venv/bin/turretur" "$@"
fi
exec "/srv/tur-retur/.venv/bin/turretur" "$@"
