#!/usr/bin/env python3
"""Moves and analyses as draughtsnet asks for them: a game at each level, then each of its positions.

The functions that talk to the engine are draughtsnet's own where `--module FOLDER` says where it
lies, and else those of the stand-in beside this file. Every move is judged by the rules of
pydraughts; ends with 1 when anything is wrong.
"""

import argparse
import math

import draughts

import harness
import lines

START = "W" + "b" * 20 + "e" * 10 + "w" * 20
# What the client sends for each level of play: seconds, plies and nodes of the search, whether the
# simple evaluation, handicap, plies and margin of the book.
LEVELS = [
    {"movetime": 0.06, "searchnodes": 50, "pst": 1, "handicap": 3, "bookply": 4, "bookmargin": 100},
    {"movetime": 0.11, "searchnodes": 120, "pst": 1, "handicap": 2, "bookply": 4, "bookmargin": 100},
    {"movetime": 0.17, "searchnodes": 400, "pst": 1, "bookply": 4, "bookmargin": 90},
    {"movetime": 0.22, "searchnodes": 1200, "pst": 1, "bookply": 4, "bookmargin": 90},
    {"movetime": 0.33, "depth": 6, "pst": 1, "bookply": 6, "bookmargin": 80},
    {"movetime": 0.44, "depth": 5, "pst": 0, "bookply": 6, "bookmargin": 70},
    {"movetime": 0.56, "depth": 11, "pst": 0, "bookply": 8, "bookmargin": 60},
]
LIMITS = {"depth": 0, "searchnodes": 0, "handicap": 0, "ply": 0}
# One move only, so a pv of one move is not unlikely; and no move at all.
ONE_MOVE = "W" + "e" * 32 + "b" + "e" * 5 + "w" + "e" * 11
FINISHED = "W" + "e" * 32 + "b" + "e" * 17


class Client:
    """The client's functions around one engine."""

    def __init__(self, arguments, faults):
        self.net = harness.client_module(arguments.module, "draughtsnet", "draughtsnet_stand_in")
        self.faults = faults
        # A finished position has no move.
        harness.Recorder(faults, arguments.record, also_known=["done"]).attach(self.net)
        self.process = self.net.open_process(f'"{arguments.engine}" hub')
        about, variants = self.net.uci(self.process)
        if about.get("name") != "Damier" or " " not in about.get("author", ""):
            faults.add("handshake", f"the engine is read as {about}")
        if "normal" not in variants:
            faults.add("handshake", f"the variants are read as {variants}")
        table = math.floor(math.log(64 * 1024 * 1024 / 16, 2))
        for name, value in {"threads": "1", "tt-size": str(table), "variant": "normal"}.items():
            self.net.setoption(self.process, name, value)
        self.net.init(self.process)
        self.net.ping(self.process)

    def new_game(self):
        self.net.send(self.process, "new-game")

    def move(self, game, level, clock):
        """The move of a level in a game."""
        played = " ".join(move.hub_move for move in game.move_stack)
        return self.net.go(self.process, START, played, clock=clock, **{**LIMITS, **LEVELS[level]})

    def analysis(self, position, moves, nodes):
        """The analysis of a position."""
        return self.net.go(self.process, position, moves, analysisnodes=nodes, movetime=4)

    def quit(self):
        self.net.send(self.process, "quit")
        harness.check_exit(self.process, self.faults, "quit")


def legal(game, part):
    """The game's legal move that the answer means, or None."""
    for move, captures in zip(*game.legal_moves()):
        taken = sorted(f"{square:02}" for square in captures if square is not None)
        name = f"{move[0][0]:02}{move[-1][1]:02}"
        if name == part["bestmove"] and "".join(taken) == part["taken"]:
            return move
    return None


def play(client, plies, faults):
    """A game whose moves are asked for at each level in turn."""
    client.new_game()
    game = draughts.Game("standard")
    # Hundredths of a second; the last moves are played in a hurry.
    clock = {"wtime": 3000, "btime": 3000, "inc": 0}
    while len(game.move_stack) < plies and not game.is_over():
        part = client.move(game, len(game.move_stack) % len(LEVELS), clock)
        move = legal(game, part)
        if move is None:
            faults.add("move", f"{part} at {game.get_fen()}")
            break
        game.push(move)
    return game


def analyse(client, game, nodes, faults):
    """Each position of a game, the last one first."""
    client.new_game()
    moves = [move.hub_move for move in game.move_stack]
    for ply in range(len(moves), -1, -1):
        part = client.analysis(START, " ".join(moves[:ply]), nodes)
        missing = {"depth", "score", "nodes", "time", "nps", "pv"} - part.keys()
        before = draughts.Game("standard")
        for move in moves[:ply]:
            before.push(draughts.Move(before, hub_move=move).board_move)
        if missing or legal(before, part) is None:
            faults.add("analysis", f"without {missing}: {part} at {before.get_fen()}")
        if any(not character.isdigit() and character not in "-x " for character in part.get("pv", "")):
            faults.add("analysis", f"pv is read as {part['pv']}")


def special(client, faults):
    """A position with one move, and a finished one."""
    forced = client.analysis(ONE_MOVE, "", 1000)
    if (forced["bestmove"], forced["taken"]) != ("3928", "33") or "score" not in forced:
        faults.add("one move", forced)
    finished = client.analysis(FINISHED, "", 1000)
    if finished["bestmove"] != "":
        faults.add("finished", finished)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    harness.add_arguments(parser, "draughtsnet")
    parser.add_argument("--plies", type=int, default=21, help="of the game (21)")
    parser.add_argument("--nodes", type=int, default=20_000, help="of each analysis (20000)")
    arguments = parser.parse_args()
    faults = lines.Faults()
    plies = 0
    try:
        client = Client(arguments, faults)
        game = play(client, arguments.plies, faults)
        plies = len(game.move_stack)
        analyse(client, game, arguments.nodes, faults)
        special(client, faults)
        client.quit()
    except (IndexError, KeyError, ValueError, EOFError) as error:
        faults.add("client", repr(error))
    faults.exit(f"draughtsnet: {plies} moves and {plies + 3} analyses;")


if __name__ == "__main__":
    main()
