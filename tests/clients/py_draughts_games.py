#!/usr/bin/env python3
"""Whole games of international draughts of the engine against itself, through py-draughts.

Each move is judged by the client's own rules; every line that the engine writes must be one of the
protocol. Ends with 1 when anything is wrong.

The client (1.10.1) waits with select() on the descriptor but reads through a buffered stream: of
lines that come together it sees the first, and then waits for a descriptor that has nothing more.
The engine keeps its lines apart, which a busy machine may undo. A line that the client had read but
not seen is taken out of its buffer and counted; many of them are a fault of the engine, and a line
that never came is one at once.
"""

import argparse
import collections
import random
import threading
import time

from loguru import logger

logger.remove()

from draughts import HubEngine, StandardBoard  # noqa: E402

import lines  # noqa: E402

# Seconds beyond the time of a move after which a line is looked for in the client's buffer.
STILL = 5.0
# Moves for each of which one line may be lost in that buffer.
MOVES_FOR_A_LOSS = 30


class Engine(HubEngine):
    """The client's engine that checks the lines that come in."""

    def __init__(self, arguments, faults):
        super().__init__(
            arguments.engine,
            time_limit=arguments.move_time or 1.0,
            depth_limit=arguments.depth,
        )
        self.faults = faults
        self.started_at = self.elapsed = None
        self.losses = 0
        self.start()

    def _send(self, command):
        super()._send(command)
        if command.startswith("go"):
            self.started_at = time.perf_counter()

    def _read_line(self, timeout=1.0):
        if self.started_at is None:
            line = super()._read_line(timeout)
        else:
            line = super()._read_line(self.time_limit + STILL) or self.unseen_line()
        if line is None:
            return None
        if line.startswith("done"):
            self.elapsed = time.perf_counter() - self.started_at
        if not lines.is_known(line):
            self.faults.add("line", f"stray line: {line!r}")
        return line

    def unseen_line(self):
        """A line that has been read into the client's buffer without being seen."""
        found = []
        reader = threading.Thread(
            target=lambda: found.append(self.process.stdout.readline().strip()), daemon=True
        )
        reader.start()
        reader.join(1.0)
        if not found:
            raise RuntimeError("the engine does not answer")
        self.losses += 1
        # What follows on it is no measure of the engine.
        self.started_at = time.perf_counter()
        return found[0]


def play_game(players, board, arguments, generator, faults):
    """One game; its result, plies and longest overstepping of the move time."""
    worst, plies = 0.0, 0
    while not board.game_over and plies < arguments.max_plies:
        if plies < arguments.opening_plies:
            board.push(generator.choice(list(board.legal_moves)))
            plies += 1
            continue
        engine = players[plies % 2]
        move = engine.get_best_move(board)
        if arguments.move_time is not None:
            over = engine.elapsed - arguments.move_time
            worst = max(worst, over)
            if over > arguments.margin:
                faults.add(board.fen, f"move took {engine.elapsed:.3f} s of {arguments.move_time}")
        board.push(move)
        plies += 1
    return board.result if board.game_over else "unfinished", plies, worst


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    lines.add_arguments(parser)
    arguments = lines.parse(parser)
    generator = random.Random(arguments.seed)
    faults = lines.Faults()
    results, plies, worst, losses = collections.Counter(), 0, 0.0, 0
    try:
        players = [Engine(arguments, faults) for _ in range(2)]
        for number in range(arguments.games):
            for player in players:
                player.new_game()
                if not player.ping():
                    faults.add("ping", "no pong")
            result, count, over = play_game(players, StandardBoard(), arguments, generator, faults)
            results[result] += 1
            plies += count
            worst = max(worst, over)
        for player in players:
            losses += player.losses
            process = player.process
            player.quit()
            if process.returncode != 0:
                faults.add("quit", f"exit code {process.returncode}")
            errors = process.stderr.read()
            if errors:
                faults.add("quit", f"on standard error: {errors!r}")
        if losses * MOVES_FOR_A_LOSS > plies:
            faults.add("lines", f"the client lost {losses} lines in {plies} plies")
    except (RuntimeError, ValueError, TimeoutError) as error:
        faults.add("game", error)
    outcomes = ", ".join(f"{name} {count}" for name, count in sorted(results.items()))
    late = f"; at most {worst * 1000:+.0f} ms" if arguments.move_time is not None else ""
    print(f"international: {sum(results.values())} games, {plies} plies; {outcomes}{late}; {losses} lines lost by the client")
    faults.exit(f"py-draughts:")


if __name__ == "__main__":
    main()
