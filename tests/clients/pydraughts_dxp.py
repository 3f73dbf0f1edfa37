"""Plays whole games of the engine over DXP against the package pydraughts, which is the initiator.

The package asks for the games and makes random moves; every move that the engine sends must be
legal by the package's own rules. Ends with 1 when anything is wrong.
"""

import argparse
import random
import socket
import subprocess
import time
import types

import draughts
from draughts.engine import DXPEngine
from draughts.engines.dxp_communication import dxp_classes

import lines

# The package sleeps seconds before it closes a socket.
dxp_classes.time = types.SimpleNamespace(sleep=lambda _: None)


class Silent(Exception):
    """Nothing came in time."""


class Client(DXPEngine):
    """The package's client, which waits neither busily nor for ever, and sees the end of a game."""

    patience = 20

    def wait(self, ready):
        until = time.monotonic() + self.patience
        while not ready():
            if time.monotonic() > until:
                raise Silent()
            time.sleep(0.002)

    def _recv_accept(self):
        self.wait(lambda: self.receiver.accepted is not None)
        return self.receiver.accepted

    def _recv_move(self):
        self.wait(lambda: self.receiver.last_move_changed or self.over())
        return self.receiver.last_move if self.receiver.last_move_changed else None

    def over(self):
        return self.receiver.gameend_sent


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def connect(client, engine, port):
    """Waits until the engine listens: the package tries only once."""
    client.setoption("ip", "127.0.0.1")
    client.setoption("port", port)
    # It says that it listens, and then does.
    engine.stderr.readline()
    time.sleep(0.1)
    until = time.monotonic() + 10
    while client.sender.socket.sock is None:
        if time.monotonic() > until:
            raise Silent()
        client.sender.connect(client.ip, int(client.port))
        time.sleep(0.02)
    client._connect = lambda: None


def play(client, client_first, generator, faults, where):
    """One game; the client's board at its end."""
    board = draughts.Board("standard")
    if client_first:
        board.push(generator.choice(board.legal_moves()))
    while True:
        answer = client.play(board).move
        if answer is None:
            return board
        if answer.hub_move not in [move.hub_move for move in board.legal_moves()]:
            faults.add(where, f"illegal {answer.hub_move} at {board.fen}")
            return board
        board.push(answer)
        moves = board.legal_moves()
        if not moves:
            return board
        board.push(generator.choice(moves))


def play_game(arguments, number, generator, faults):
    """A game with a process of its own: the package wants no second one."""
    where = f"game {number}"
    port = free_port()
    words = ["dxp", "listen", "--port", str(port), "--games", "1", "--quiet", "--wait", "20"]
    words += ["--seconds", str(arguments.seconds), "--timeout", "5"]
    engine = subprocess.Popen(
        [arguments.engine, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    client = Client(initial_time=60)
    try:
        connect(client, engine, port)
        board = play(client, number % 2 == 0, generator, faults, where)
        if not client.over():
            client.sender.gameend()
        out, err = engine.communicate(timeout=20)
        client.sender.disconnect()
    except (Silent, subprocess.TimeoutExpired) as error:
        faults.add(where, f"no answer in time: {error!r}")
        engine.kill()
        client.sender.disconnect()
        return
    if engine.returncode != 0:
        faults.add(where, f"exit code {engine.returncode}: {err}")
    if not out.rstrip().endswith(("1 wins, 0 losses, 0 draws", "0 wins, 0 losses, 1 draws")):
        faults.add(where, f"the engine has not held against random moves: {out}")
    print(f"{where}: {len(board.move_stack)} plies; {out.splitlines()[-1]}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", help="path of the engine")
    parser.add_argument("--games", type=int, default=4, help="games, colours by turns (4)")
    parser.add_argument("--seconds", type=float, default=1, help="the engine's time for a game (1)")
    parser.add_argument("--seed", type=int, default=1, help="of the client's moves (1)")
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed)
    faults = lines.Faults()
    for number in range(1, arguments.games + 1):
        play_game(arguments, number, generator, faults)
    faults.exit(f"pydraughts {draughts.__version__} over DXP:")


if __name__ == "__main__":
    main()
