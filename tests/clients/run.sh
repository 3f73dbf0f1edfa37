#!/bin/sh
# Plays short games of the engine through Hub and DXP clients, each in an environment of its own.
# usage: tests/clients/run.sh ENGINE [--lidraughts-bot FOLDER] [--draughtsnet FOLDER]
# A folder holds the program of that name; without it, a stand-in plays its part.
set -eu

usage() {
    echo "usage: $0 ENGINE [--lidraughts-bot FOLDER] [--draughtsnet FOLDER]" >&2
    echo "ENGINE is the path of a built engine" >&2
    exit 2
}

[ $# -ge 1 ] && [ -x "$1" ] || usage
engine=$(realpath "$1")
shift
bot= net=
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] && [ -d "$2" ] || usage
    case $1 in
    --lidraughts-bot) bot=$(realpath "$2") ;;
    --draughtsnet) net=$(realpath "$2") ;;
    *) usage ;;
    esac
    shift 2
done
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
pydraughts_old=$(environment pydraughts-0.5)
py_draughts=$(environment py_draughts)
failed=0
play() {
    "$@" || failed=1
}
play "$pydraughts" "$here/pydraughts_games.py" "$engine" --games 1 --move-time 0.02 --max-plies 50
play "$pydraughts_old" "$here/pydraughts_games.py" "$engine" --games 1 --move-time 0.02 --max-plies 50
# Where the order of the squares can be found out, which a few moves are enough for.
for python in "$pydraughts" "$pydraughts_old"; do
    play "$python" "$here/pydraughts_games.py" "$engine" --order found --variants english russian brazilian \
        --games 1 --move-time 0.02 --max-plies 20
done
play "$pydraughts" "$here/pydraughts_dxp.py" "$engine" --games 4
play "$py_draughts" "$here/py_draughts_games.py" "$engine" --games 2 --move-time 0.02
play "$pydraughts_old" "$here/lidraughts_bot_games.py" "$engine" --module "$bot"
judge=$pydraughts_old
[ -z "$net" ] || judge=$(environment draughtsnet)
play "$judge" "$here/draughtsnet_jobs.py" "$engine" --module "$net"
exit $failed
