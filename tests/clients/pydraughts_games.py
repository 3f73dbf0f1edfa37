#!/usr/bin/env python3
"""Whole games of the engine against itself, through pydraughts.

Each move is judged by the client's own rules, and each of the client's legal moves by the engine's;
every line that the engine writes must be one of the protocol. Ends with 1 when anything is wrong.
"""

import argparse
import collections
import random
import time

import draughts
from draughts.engine import HubEngine, Limit

import lines
import pydraughts_api as api

VARIANTS = {
    "italian": "italian",
    "english": "english",
    "russian": "russian",
    "brazilian": "brazilian",
    "international": "standard",
}
# Of each last line, checked by the client's slow rules.
PV_PLIES = 8


class Engine(HubEngine):
    """The client's engine that checks the lines that come in."""

    def __init__(self, path, variant, order, faults):
        self.where = variant
        self.faults = faults
        self.started = self.elapsed = None
        self.last_pv = []
        super().__init__([path, "hub"])
        self.configure({"variant": variant, "line-interval": "0"})
        if order != "found":
            self.configure({"square-order": order})
        self.init()

    def send(self, line):
        super().send(line)
        if line.startswith("go"):
            self.started = time.perf_counter()
            self.last_pv = []

    def recv(self):
        line = super().recv()
        if line.startswith("done"):
            self.elapsed = time.perf_counter() - self.started
        if line.startswith("info"):
            self.last_pv = line.partition(" pv=")[2].strip('"').split()
        if not lines.is_known(line):
            self.faults.add(self.where, f"stray line: {line}")
        return line

    def refuses(self, board, moves):
        """The moves that the engine does not take for legal in the board's position."""
        history = [move.hub_move for move in board.move_stack]
        refused = []
        for move in moves:
            played = " ".join(history + [move])
            self.send(f'pos pos={api.game(board).initial_hub_fen} moves="{played}"')
            self.send("ping")
            answer = HubEngine.recv(self)
            if answer != "pong":
                refused.append((move, answer))
                HubEngine.recv(self)
        return refused


def check_pv(engine, board, best, faults):
    """The last line must begin with the move played, and its first plies be legal."""
    if engine.last_pv[:1] != [best.hub_move]:
        faults.add(engine.where, f"pv {engine.last_pv} but move {best.hub_move}")
        return
    ahead = board.copy()
    for text in engine.last_pv[:PV_PLIES]:
        try:
            api.push(ahead, draughts.Move(ahead, hub_move=text))
        except (KeyError, ValueError, IndexError):
            faults.add(engine.where, f"illegal {text} in pv {engine.last_pv} at {api.game(board).get_fen()}")
            return


def client_move(board, generator):
    """A random legal move of the client."""
    moves, captures = api.legal(board)
    legal = [move for move, late in zip(moves, later_king(board, captures)) if not late]
    return api.chosen(board, generator.choice(legal))


def later_king(board, captures):
    """For each capture of Italian draughts, whether another meets its kings earlier.

    The rules compare the first king met, then the second and so on (FID 6.9; the case Alioto,
    W:WK30:B10,K12,K18,20,K26,K27, where 30x21x14x5 is the only move). The client compares
    the first king only, and takes the others for legal too.
    """
    if board.variant != "italian" or captures[0][0] is None:
        return [False] * len(captures)
    piece = api.game(board).board.searcher.get_piece_by_position
    kings = [[not piece(square).king for square in capture] for capture in captures]
    return [met != min(kings) for met in kings]


def judge_client_moves(engine, board, faults):
    """Every move that the client's rules allow must be legal for the engine."""
    moves, captures = api.legal(board)
    texts = set()
    for move, too_late in zip(moves, later_king(board, captures)):
        if not too_late:
            texts.add(api.named(board, moves, captures, move).hub_move)
    for move, answer in engine.refuses(board, sorted(texts)):
        faults.add(engine.where, f"{move} refused at {api.game(board).get_fen()}: {answer}")


def play_game(players, board, arguments, generator, faults):
    """One game; its result, and its longest overstepping of the move time."""
    limit = Limit(movetime=arguments.move_time, depth=arguments.depth)
    worst = 0.0
    while not board.is_over() and len(board.move_stack) < arguments.max_plies:
        if len(board.move_stack) < arguments.opening_plies:
            api.push(board, client_move(board, generator))
            continue
        engine = players[len(board.move_stack) % 2]
        judge_client_moves(engine, board, faults)
        try:
            result = engine.play(board, limit, False)
        except (KeyError, ValueError, IndexError) as error:
            faults.add(engine.where, f"illegal move {error} at {api.game(board).get_fen()}")
            return "broken", worst
        check_pv(engine, board, result.move, faults)
        if arguments.move_time is not None:
            over = engine.elapsed - arguments.move_time
            worst = max(worst, over)
            if over > arguments.margin:
                faults.add(engine.where, f"move took {engine.elapsed:.3f} s of {arguments.move_time}")
        api.push(board, result.move)
    winner = api.winner(board)
    names = {None: "unfinished", 0: "drawn", draughts.WHITE: "white", draughts.BLACK: "black"}
    return names[winner], worst


def play_variant(variant, arguments, generator, faults):
    """The games of one variant."""
    players = [Engine(arguments.engine, variant, arguments.order, faults) for _ in range(2)]
    results, plies, worst = collections.Counter(), 0, 0.0
    for number in range(arguments.games):
        for player in players:
            player.send("new-game")
        board = api.new_board(VARIANTS[variant])
        result, over = play_game(players, board, arguments, generator, faults)
        results[result] += 1
        plies += len(board.move_stack)
        worst = max(worst, over)
    for player in players:
        player.quit()
        rest, _ = player.p.communicate(timeout=10)
        if player.p.returncode != 0:
            faults.add(variant, f"exit code {player.p.returncode}")
        if rest:
            faults.add(variant, f"stray text at the end: {rest!r}")
    outcomes = ", ".join(f"{name} {count}" for name, count in sorted(results.items()))
    late = f"; at most {worst * 1000:+.0f} ms" if arguments.move_time is not None else ""
    print(f"{variant}: {arguments.games} games, {plies} plies; {outcomes}{late}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    lines.add_arguments(parser)
    parser.add_argument(
        "--variants", nargs="+", choices=VARIANTS, default=list(VARIANTS), help="the games (all)"
    )
    parser.add_argument(
        "--order",
        choices=["plain", "pydraughts", "found"],
        default=api.SQUARE_ORDER,
        help=f"the engine's square-order, or that it finds it out from the moves ({api.SQUARE_ORDER})",
    )
    arguments = lines.parse(parser)
    generator = random.Random(arguments.seed)
    faults = lines.Faults()
    for variant in arguments.variants:
        try:
            play_variant(variant, arguments, generator, faults)
        except EOFError:
            faults.add(variant, "the engine has gone")
    faults.exit(f"pydraughts {draughts.__version__}:")


if __name__ == "__main__":
    main()
