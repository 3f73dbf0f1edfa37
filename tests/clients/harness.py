"""What the runs of clients share whose programs are in no package registry."""

import importlib
import sys

import lines


def add_arguments(parser, client):
    """Declares the engine, the client's folder and the record."""
    parser.add_argument("engine", help="path of the engine")
    parser.add_argument("--module", default="", help=f"folder of the real {client}")
    parser.add_argument("--record", help="file for the dialogue, in the form of a session")


def client_module(folder, name, stand_in):
    """The client's module: the real one of this name in the folder, or else the stand-in."""
    if not folder:
        return importlib.import_module(stand_in)
    sys.path.insert(0, folder)
    return importlib.import_module(name)


class Recorder:
    """Checks and records every line between the client and the engine."""

    def __init__(self, faults, path, where="line", also_known=()):
        self.faults = faults
        self.where = where
        self.also_known = also_known
        self.file = open(path, "w") if path else None

    def attach(self, owner):
        """Wraps the functions `send` and `recv` of a class or module."""
        send, recv = owner.send, owner.recv

        def recorded_send(target, line):
            self.write(f"> {line}")
            send(target, line)

        def recorded_recv(target):
            line = recv(target)
            self.write(f"< {line}")
            if line not in self.also_known and not lines.is_known(line):
                self.faults.add(self.where, f"stray line: {line}")
            return line

        owner.send, owner.recv = recorded_send, recorded_recv

    def write(self, line):
        if self.file:
            print(line, file=self.file, flush=True)


def check_exit(process, faults, where):
    """The engine, which was asked to quit, must exit well and write nothing more."""
    rest, _ = process.communicate(timeout=20)
    if rest or process.returncode != 0:
        faults.add(where, f"exit code {process.returncode}, {rest!r}")
