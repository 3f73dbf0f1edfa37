#!/bin/sh
# Plays short games of the engine through real Hub and DXP clients, each in an environment of its own.
# usage: tests/clients/run.sh ENGINE
set -eu

if [ $# -ne 1 ] || [ ! -x "$1" ]; then
    echo "usage: $0 ENGINE (the path of a built engine)" >&2
    exit 2
fi
engine=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
cache=$here/../../target/clients

environment() { # NAME: makes it once, and prints its Python
    place=$cache/$1
    wanted=$here/requirements-$1.txt
    if ! cmp -s "$wanted" "$place/installed.txt"; then
        rm -rf "$place"
        python3 -m venv "$place"
        "$place/bin/pip" install --quiet --disable-pip-version-check -r "$wanted"
        cp "$wanted" "$place/installed.txt"
    fi
    echo "$place/bin/python"
}

mkdir -p "$cache"
pydraughts=$(environment pydraughts)
py_draughts=$(environment py_draughts)
failed=0
"$pydraughts" "$here/pydraughts_games.py" "$engine" --games 2 --move-time 0.02 --max-plies 60 || failed=1
"$pydraughts" "$here/pydraughts_dxp.py" "$engine" --games 4 || failed=1
"$py_draughts" "$here/py_draughts_games.py" "$engine" --games 2 --move-time 0.02 || failed=1
exit $failed
