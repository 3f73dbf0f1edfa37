#!/usr/bin/env python3
"""Whole games of international draughts of the engine against itself, through py-draughts.

Each move is judged by the client's own rules; every line that the engine writes must be one of the
protocol. Ends with 1 when anything is wrong.

The client (1.10) waits with select() on the descriptor but reads through a buffered stream: lines
that come together are lost to it until more come. Nothing is patched here, so a game that stands
still means that the engine writes its lines too close together.
"""

import argparse
import collections
import random
import sys
import time

from loguru import logger

logger.remove()

from draughts import HubEngine, StandardBoard  # noqa: E402

import lines  # noqa: E402

STILL = 20.0


class Engine(HubEngine):
    """The client's engine with an ear at the lines that come in."""

    def __init__(self, arguments, faults):
        super().__init__(
            arguments.engine,
            time_limit=arguments.move_time or 1.0,
            depth_limit=arguments.depth,
        )
        self.faults = faults
        self.started_at = self.elapsed = None
        self.start()

    def _send(self, command):
        super()._send(command)
        if command.startswith("go"):
            self.started_at = time.perf_counter()

    def _read_line(self, timeout=1.0):
        line = super()._read_line(min(timeout, STILL))
        if line is None:
            if self.started_at is not None:
                raise RuntimeError(f"no line for {STILL:.0f} s")
            return None
        if line.startswith("done"):
            self.elapsed = time.perf_counter() - self.started_at
        if not lines.is_known(line):
            self.faults.add("line", f"stray line: {line!r}")
        return line


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
    results, plies, worst = collections.Counter(), 0, 0.0
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
            process = player.process
            player.quit()
            if process.returncode != 0:
                faults.add("quit", f"exit code {process.returncode}")
            errors = process.stderr.read()
            if errors:
                faults.add("quit", f"on standard error: {errors!r}")
    except (RuntimeError, ValueError, TimeoutError) as error:
        faults.add("game", error)
    told = ", ".join(f"{name} {count}" for name, count in sorted(results.items()))
    late = f"; at most {worst * 1000:+.0f} ms" if arguments.move_time is not None else ""
    print(f"international: {sum(results.values())} games, {plies} plies; {told}{late}")
    print(f"{faults.count} faults")
    sys.exit(1 if faults.count else 0)


if __name__ == "__main__":
    main()
