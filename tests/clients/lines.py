"""The lines that the engine may write, and the faults of a run."""

import re
import sys

SQUARE = r"[1-9][0-9]?"
MOVE = rf"{SQUARE}(-{SQUARE}|(x{SQUARE}){{2,}})"
KNOWN = re.compile(
    rf"""
    id\ name=\S+\ version=\S+\ author=("[^"=]*"|[^\s"=]+)
    | param\ name=[a-z-]+\ value=[^\s"=]+\ type=(bool|(int|real)\ min=[0-9.]+\ max=[0-9.]+|enum\ values="[^"=]+")
    | wait | ready | pong
    | info\ depth=\d+\ mean-depth=\d+\.\d\ score=-?\d+\.\d\d\ nodes=\d+\ time=\d+\.\d{{3}}\ nps=\d+\.\d\ 
      pv=({MOVE}|"{MOVE}(\ {MOVE})+")(\ multipv=\d+)?
    | done\ move={MOVE}(\ ponder={MOVE})?
    """,
    re.VERBOSE,
)


def is_known(line):
    """Whether the line is one that the engine may write where the client makes no mistake."""
    return KNOWN.fullmatch(line) is not None


class Faults:
    """Collects what went wrong and prints it at once."""

    def __init__(self):
        self.count = 0

    def add(self, where, what):
        self.count += 1
        print(f"FAULT {where}: {what}", flush=True)

    def exit(self, summary):
        """Ends the run, with 1 when anything was wrong."""
        print(f"{summary} {self.count} faults")
        sys.exit(1 if self.count else 0)


def add_arguments(parser):
    """Declares the arguments of both clients."""
    parser.add_argument("engine", help="path of the engine")
    parser.add_argument("--games", type=int, default=2, help="games of each variant (2)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--move-time", type=float, help="seconds for a move (0.02)")
    limit.add_argument("--depth", type=int, help="depth instead of a time")
    parser.add_argument(
        "--margin", type=float, default=0.1, help="seconds that a move may take beyond its time (0.1)"
    )
    parser.add_argument("--max-plies", type=int, default=150, help="where a game is given up (150)")
    parser.add_argument("--opening-plies", type=int, default=4, help="random plies before (4)")
    parser.add_argument("--seed", type=int, default=1, help="of the random openings (1)")


def parse(parser):
    """The arguments, with a limit in any case."""
    arguments = parser.parse_args()
    if arguments.move_time is None and arguments.depth is None:
        arguments.move_time = 0.02
    return arguments
