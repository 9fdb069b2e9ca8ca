"""What the command lines of the benchmarks have in common."""

from __future__ import annotations

import argparse
from pathlib import Path


def parser(module: str, description: str | None, rounds: int = 5) -> argparse.ArgumentParser:
    """Options that each of them takes."""
    found = argparse.ArgumentParser(prog=f"python -m {module}", description=description)
    found.add_argument("--rounds", type=int, default=rounds, help=f"how often each is run (default: {rounds})")
    found.add_argument("--output", type=Path, metavar="FILE.md", help="write the table to this file too")
    return found


def with_corpus(found: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """Options of what is measured on a folder of code, beside other linters."""
    found.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="a folder with Python files")
    found.add_argument(
        "--peers",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="where other linters are, such as the `bin` of a virtual environment; the path is searched, too",
    )
    found.add_argument(
        "--limit", type=float, metavar="SECONDS", help="end a run after so many seconds, and tell that it took more"
    )
    found.add_argument(
        "--patience",
        type=float,
        default=60,
        metavar="SECONDS",
        help="don't run another linter again that has taken so many seconds (default: 60)",
    )
    return found


def with_plot(found: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """The option of what can be drawn."""
    found.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw it, into this file")
    return found
