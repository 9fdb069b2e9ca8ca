"""`python -m benchmarks.verify_memory`: what --verify says that a graph retains, and what the heap has grown by.

The heap is counted by the program itself, by glibc's mallinfo2, in a run that nobody observes.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.verified import planned, verdicts
from torchlint.verdict import size
from torchlint.verify import session

MODELS = ("mlp", "cnn", "transformer")
WAYS = {
    "train": "sum of losses, after backward",
    "validate": "sum of losses, no backward",
    "forward": "one forward, no backward",
}
NUMBERS = ("retained", "held")  # bytes for each step, bytes for each call


def predicted(model: str, way: str) -> float:
    """The bytes that a verdict on the one confirmed finding says. Raises SystemExit where there is none."""
    program = planned("retain.py")
    ran = session.run([sys.executable, str(program.path), model, way, os.devnull], program.plan)
    confirmed = [said for said in verdicts(program, ran).values() if said.outcome == "confirmed"]
    for number in (number for said in confirmed for number in said.numbers):
        if number.name in NUMBERS:
            return number.value
    raise SystemExit(f"{model}, {way}: nothing is confirmed")


def counted(model: str, way: str) -> float:
    """The bytes that the heap has grown by, as the program counts them."""
    with TemporaryDirectory() as folder:
        output = Path(folder, "bytes.json")
        subprocess.run([sys.executable, str(planned("retain.py").path), model, way, str(output)], check=True)
        return float(json.loads(output.read_text(encoding="utf-8")))


def rows(say: Callable[[float, float], str]) -> list[str]:
    """One row for each model and way."""
    return [
        f"| {model} | {words} | {say(predicted(model, way), counted(model, way))} |"
        for model in MODELS
        for way, words in WAYS.items()
    ]


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(prog="python -m benchmarks.verify_memory", description=__doc__).parse_args()
    print("| model | what is kept | verdict | heap's growth | error |")
    print("|---|---|---|---|---|")
    for row in rows(lambda said, truth: f"{size(said)} | {size(truth)} | {100 * (said / truth - 1):+.1f} %"):
        print(row, flush=True)


if __name__ == "__main__":
    main()
