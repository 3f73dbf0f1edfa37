#!/usr/bin/env python3
"""Games as lidraughts-bot plays them on its server, with pondering and a clock.

The bot's engine module is the real one where `--module FOLDER` says where it lies, and else the
stand-in beside this file. The opponent makes random moves, and often the move that the engine
expects. Every move is judged by the client's own rules; ends with 1 when anything is wrong.
"""

import argparse
import os
import random
import threading
import time

import draughts
from draughts.engine import HubEngine

import harness
import lines

# The bot's name of a game, and the engine's.
VARIANTS = {"standard": "normal", "russian": "russian", "brazilian": "brazilian"}
# Milliseconds.
FIRST_MOVE, CLOCK, INCREMENT = 60, 900, 20


def configuration(arguments):
    """The bot's configuration, as its default file has it."""
    folder, name = os.path.split(os.path.abspath(arguments.engine))
    return {
        "engine": {
            "dir": folder,
            "name": name,
            "working_dir": os.getcwd(),
            "engine_argument": "hub",
            "engine_options": {"strength": 3, "move-overhead": "0.03", "ponder": True},
            "protocol": "hub",
            "ponder": True,
            "silence_stderr": False,
            "hub_options": {"book-ply": 20, "tt-size": 16, "bb-size": "auto"},
            "draw_or_resign": {
                "resign_enabled": True,
                "resign_score": -1000,
                "resign_moves": 3,
                "offer_draw_enabled": True,
                "offer_draw_score": 0,
                "offer_draw_moves": 5,
                "offer_draw_pieces": 10,
            },
        }
    }


class Ponder:
    """A search on the opponent's time, in a thread of its own as the bot has it."""

    def __init__(self, engine, board, answer):
        self.engine = engine
        self.expected = answer.ponder.li_one_move
        ahead = board.copy()
        ahead.push(answer.ponder.board_move)
        self.result = self.error = None
        self.thread = threading.Thread(target=self.search, args=(ahead,), daemon=True)
        self.thread.start()
        # A `stop` that comes before the search would be lost; an opponent takes longer than that.
        until = time.monotonic() + 20
        while engine.engine._last_sent != "go ponder" and time.monotonic() < until:
            time.sleep(0.002)

    def search(self, board):
        try:
            self.result = self.engine.search_with_ponder(
                board, CLOCK, CLOCK, INCREMENT, INCREMENT, True, False
            )
        except Exception as error:
            self.error = error

    def end(self, played):
        """The answer when the expected move was played, and else None."""
        hit = self.expected == played.li_one_move
        (self.engine.ponderhit if hit else self.engine.stop)()
        self.thread.join(20)
        if self.thread.is_alive():
            raise ValueError("the search on the opponent's time does not end")
        if self.error:
            raise self.error
        return self.result if hit else None


class Bot:
    """One game from the side of the bot."""

    def __init__(self, engine, recorder, tally):
        self.engine, self.recorder, self.tally = engine, recorder, tally
        self.ponder = None

    def answer(self, board):
        """The bot's move; its time is up now and then."""
        if len(board.move_stack) < 2:
            result = self.engine.first_search(board, FIRST_MOVE, False)
        else:
            result = self.ponder.end(board.move_stack[-1]) if self.ponder else None
            self.tally["hits"] += result is not None
            if result is None:
                clock = CLOCK if len(board.move_stack) % 5 else 0
                result = self.engine.search_with_ponder(
                    board, clock, clock, INCREMENT, INCREMENT, False, False
                )
        self.ponder = None
        self.check(board)
        return result

    def check(self, board):
        """What the bot shows of the search must be there."""
        info = self.engine.last_move_info
        missing = {"depth", "score", "nodes", "nps", "time", "pv"} - info.keys()
        if missing:
            self.recorder.faults.add(self.recorder.where, f"no {missing} at {board.get_fen()}")
        pv = info.get("pv", "")
        if pv.startswith('"') and info["ponderpv"] != pv.strip('"').split():
            self.recorder.faults.add(self.recorder.where, f"pv {pv} is shown as {info['ponderpv']}")

    def move(self, board):
        result = self.answer(board)
        board.push(result.move.board_move)
        if result.ponder is not None and not board.is_over():
            self.ponder = Ponder(self.engine, board, result)
            self.tally["ponders"] += 1

    def reply(self, board, generator):
        """The opponent's move: often the expected one."""
        moves = board.legal_moves()[0]
        expected = self.ponder and [
            move for move in moves if draughts.Move(board_move=move).li_one_move == self.ponder.expected
        ]
        board.push(generator.choice(expected or moves if generator.random() < 0.6 else moves))


def play_game(module, variant, colour, arguments, generator, recorder):
    """One game; the bot is started anew for it, as on its server."""
    recorder.where = f"{variant} {colour}"
    engine = module.create_engine(configuration(arguments), VARIANTS[variant], CLOCK / 1000)
    tally = {"ponders": 0, "hits": 0}
    bot = Bot(engine, recorder, tally)
    board = draughts.Game(variant)
    try:
        while not board.is_over() and len(board.move_stack) < arguments.max_plies:
            if (board.whose_turn() == draughts.WHITE) == (colour == "white"):
                bot.move(board)
            else:
                bot.reply(board, generator)
        if bot.ponder:
            bot.engine.stop()
            bot.ponder.thread.join(20)
        engine.stop()
        engine.quit()
        harness.check_exit(engine.engine.p, recorder.faults, recorder.where)
    except (KeyError, ValueError, IndexError, EOFError) as error:
        recorder.faults.add(recorder.where, f"{error!r} at {board.get_fen()}")
        engine.kill_process()
    print(f"{recorder.where}: {len(board.move_stack)} plies, {tally['hits']} of {tally['ponders']} expected", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    harness.add_arguments(parser, "lidraughts-bot")
    parser.add_argument("--games", type=int, default=2, help="games of each variant (2)")
    parser.add_argument("--max-plies", type=int, default=40, help="where a game is given up (40)")
    parser.add_argument("--seed", type=int, default=1, help="of the opponent (1)")
    arguments = parser.parse_args()
    module = harness.client_module(arguments.module, "engine_wrapper", "bot_stand_in")
    faults = lines.Faults()
    recorder = harness.Recorder(faults, arguments.record)
    recorder.attach(HubEngine)
    generator = random.Random(arguments.seed)
    for variant in VARIANTS:
        for number in range(arguments.games):
            colour = "black" if number % 2 else "white"
            play_game(module, variant, colour, arguments, generator, recorder)
    faults.exit(f"lidraughts-bot ({module.__name__}):")


if __name__ == "__main__":
    main()
