"""Stands in for the part of draughtsnet that talks to an engine; its code is not ours to keep.

Written from what it sends and how it reads, not from its text. It is made for one engine, so it
reads less than the protocol allows: see `fields`. README.md in this folder tells how the real one
is run.
"""

import math
import os
import signal
import subprocess
import time


def open_process(command, cwd=None):
    """Starts the engine through a shell, its errors among its lines."""
    return subprocess.Popen(
        command,
        cwd=cwd,
        shell=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=1,
        text=True,
        start_new_session=True,
    )


def kill_process(process):
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def send(process, line):
    process.stdin.write(line + "\n")
    process.stdin.flush()


def recv(process):
    """The next line that is not empty."""
    while True:
        line = process.stdout.readline()
        if not line:
            raise EOFError
        if line.strip():
            return line.rstrip()


def received(process):
    """The next line's command, and what follows it."""
    command, _, rest = recv(process).partition(" ")
    return command, rest


def fields(text):
    """The arguments of a line.

    A value that begins with a quote goes on to the next blank-separated piece that ends with one,
    which is never the piece itself: a quoted word swallows what follows, or is an IndexError.
    """
    pieces, found, place = text.split(), {}, 0
    while place < len(pieces):
        name, sign, value = pieces[place].partition("=")
        place += 1
        if value.startswith('"'):
            words = [value[1:]]
            while place < len(pieces) and not pieces[place].endswith('"'):
                words.append(pieces[place])
                place += 1
            words.append(pieces[place][:-1])
            place += 1
            value = " ".join(words)
        if sign:
            found[name] = value
    return found


def uci(process):
    """The handshake; what the engine says of itself, and its variants."""
    send(process, "hub")
    about, variants = {}, set()
    while True:
        command, rest = received(process)
        if command == "wait":
            return about, variants
        if command == "id":
            about.update(fields(rest))
        if command == "param" and rest.startswith("name=variant") and "type=enum" in rest:
            # What follows the last sign of equality.
            variants.update(rest.rpartition("=")[2].replace('"', "").split())


def setoption(process, name, value):
    send(process, f"set-param name={name} value={value}")


def init(process):
    wait_for(process, "init", "ready")


def ping(process):
    wait_for(process, "ping", "pong")


def wait_for(process, line, answer):
    send(process, line)
    while received(process)[0] != answer:
        pass


def go(process, position, moves, movetime=None, clock=None, depth=None, analysisnodes=None,
       handicap=None, pst=None, searchnodes=None, bookply=None, bookmargin=None, ply=None):
    """One search; what it has found."""
    send(process, f"pos pos={position}" + (f' moves="{moves}"' if moves else ""))
    for name, value in [("handicap", handicap), ("ply", ply), ("nodes", searchnodes)]:
        if value:
            send(process, f"level {name}={value}")
    # Parameters come after init, and between the limits.
    setoption(process, "eval", "pst" if pst else "pattern")
    if bookmargin is not None:
        setoption(process, "book-margin", bookmargin)
    setoption(process, "book-ply", bookply or 0)
    if movetime is not None and clock is not None:
        movetime *= haste(position, clock)
    if depth:
        send(process, f"level depth={depth}")
    if movetime is not None:
        send(process, f"level move-time={movetime}")
    if analysisnodes is not None:
        send(process, f"level nodes={analysisnodes}")
    send(process, "go think" if analysisnodes is None else "go analyze")
    return found(process, movetime, analysisnodes)


def haste(position, clock):
    """The part of its time that a player has in a hurry."""
    left = clock["btime" if position[0] == "B" else "wtime"] / 100
    enough = {0: 50.0, 1: 6.0}.get(clock["inc"], 0.0)
    return min(1.0, left / enough) if enough else 1.0


def found(process, movetime, nodes):
    """Reads until the search is done. Each line beyond a limit is answered with `stop`."""
    result, start = {"bestmove": None}, time.time()
    while True:
        command, rest = received(process)
        if command == "done":
            result.update(best_move(rest) if rest else {"bestmove": "", "taken": "", "score": {"win": 0}})
            return result
        past = False
        if command == "info":
            line = fields(rest)
            past = int(line.get("nodes", 0)) > (nodes or math.inf) or int(line.get("depth", 0)) > 50
            result.update(read_info(line))
        late = movetime is not None and time.time() - start > movetime
        if late or (nodes is not None and past):
            send(process, "stop")


def best_move(rest):
    """Both squares in two digits each, and the squares of what is taken."""
    move = rest.split()[0].partition("=")[2]
    squares = [f"{int(square):02}" for square in move.replace("x", "-").split("-")]
    return {"bestmove": "".join(squares[:2]), "taken": "".join(squares[2:])}


def read_info(line):
    """The fields of a line as numbers; depth and nodes must be whole ones."""
    read = {"depth": int, "nodes": int, "nps": lambda text: round(float(text)), "score": score}
    read["time"] = lambda text: int(float(text) * 1000)
    return {name: read.get(name, str)(value) for name, value in line.items() if name != "mean-depth"}


def score(text):
    """Centimen, or the moves to a win."""
    hundredths = int(float(text) * 100)
    size = abs(hundredths)
    if size <= 8000:
        return {"cp": hundredths}
    plies = (10_000 if size > 9000 else 9_000) - size
    moves = (plies + plies % 2) // 2
    return {"win": moves if hundredths > 0 else -moves}
