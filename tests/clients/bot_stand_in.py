"""Stands in for the engine module of lidraughts-bot, whose code is not ours to keep.

Written from what that module does, not from its text: how it starts the engine, which parameters
it sets, and what it makes of an answer. README.md in this folder tells how the real one is run.
"""

import math
import os

import draughts
from draughts.engine import HubEngine, Limit


def create_engine(config, variant, initial_time):
    """An engine as the bot's configuration says it."""
    engine = config["engine"]
    command = [os.path.join(engine["dir"], engine["name"]), engine["engine_argument"]]
    command += [f"--{name}={value}" for name, value in engine["engine_options"].items()]
    parameters = dict(engine["hub_options"], variant=variant)
    # Seconds, as a decimal; no engine declares it.
    parameters["initial-time"] = initial_time
    if parameters.get("bb-size") == "auto":
        parameters["bb-size"] = 0
    return Wrapper(command, parameters, engine["draw_or_resign"], engine["working_dir"])


class Wrapper:
    """The engine with the bot's bookkeeping."""

    def __init__(self, command, parameters, judgement, folder):
        self.judgement = judgement
        self.scores = []
        self.last_move_info = {}
        self.engine = HubEngine(command, cwd=folder)
        self.engine.configure(parameters)
        self.engine.init()

    def first_search(self, board, milliseconds, draw_offered):
        return self.search(board, Limit(movetime=milliseconds / 1000), False)

    search_for = first_search

    def search_with_ponder(self, board, wtime, btime, winc, binc, ponder, draw_offered):
        white = board.whose_turn() == draughts.WHITE
        time, increment = (wtime, winc) if white else (btime, binc)
        return self.search(board, Limit(time=time / 1000, inc=increment / 1000), ponder)

    def search(self, board, limit, ponder):
        result = self.engine.play(board, limit, ponder=ponder)
        self.last_move_info = dict(result.info)
        # Without a score it takes itself to win.
        self.scores.append(result.info.get("score", {"win": 1}))
        self.judge(board, result)
        # It takes every pv to be quoted.
        self.last_move_info["ponderpv"] = result.info.get("pv", "")[1:-1].split()
        return result

    def judge(self, board, result):
        """Resigns, or offers a draw, when the last scores have been such for long enough."""
        worth = [value(score) for score in self.scores]
        last = worth[-self.judgement["resign_moves"] :]
        if len(last) == self.judgement["resign_moves"] and max(last) <= self.judgement["resign_score"]:
            result.resigned = True
        last = worth[-self.judgement["offer_draw_moves"] :]
        few = len(board.board.pieces) <= self.judgement["offer_draw_pieces"]
        level = all(abs(score) <= self.judgement["offer_draw_score"] for score in last)
        if few and level and len(last) == self.judgement["offer_draw_moves"]:
            result.draw_offered = True

    def ponderhit(self):
        self.engine.ponderhit()

    def stop(self):
        self.engine.stop()

    def quit(self):
        self.engine.quit()

    def kill_process(self):
        self.engine.kill_process()


def value(score):
    """Centimen; a win in n moves is 10000 - n, a loss -10000 - n, as the bot counts."""
    if "cp" in score:
        return score["cp"]
    win = score.get("win", math.nan)
    return 10_000 - win if win > 0 else -10_000 - win
