"""What the versions of pydraughts call differently: 0.5 has one Game, 0.6 a Board around it."""

import draughts

# 0.5.7, which lidraughts-bot asks for, beside the newest.
OLD = not hasattr(draughts, "Board")
# How the version numbers the squares of `moves`, as the engine's parameter square-order says it.
SQUARE_ORDER = "plain" if OLD else "pydraughts"


def new_board(variant):
    """A game from its start."""
    return draughts.Game(variant) if OLD else draughts.Board(variant)


def game(board):
    """The client's own game, in its own numbers."""
    return board if OLD else board._game


def legal(board):
    """The legal moves in the client's own numbers, and the captures of each."""
    return board.legal_moves() if OLD else board._legal_moves_board()


def named(board, moves, captures, move):
    """A move of those, with the name that it has on the line."""
    if OLD:
        return draughts.Move(board, board_move=move, possible_moves=moves, possible_captures=captures)
    return draughts.Move(
        board_move=move, variant=board.variant, possible_moves=moves, possible_captures=captures
    )


def chosen(board, move):
    """A move of the client's own, ready to be played."""
    return draughts.Move(board, board_move=move)


def push(board, move):
    """Plays a move."""
    board.push(move.board_move if OLD else move)


def winner(board):
    """None while it lasts, 0 for a draw, or a colour."""
    return board.get_winner() if OLD else board.winner()
