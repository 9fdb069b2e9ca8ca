"""Runs scripts and leaves what each has printed, and how it ended: `scenario_launcher.py FOLDER NAME=COMMAND...`.

A command that is one script is run by a fork of this process, which imports torch once for all of them. Such a fork
leaves as DataLoader workers do, without taking torch apart: that alone takes a second. `NAME=2*SCRIPT` runs two forks
that are the ranks of one training, as torchrun would start them.
"""

from __future__ import annotations

import os
import runpy
import shlex
import socket
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path


def main() -> None:
    """Run one command after the other."""
    import torch

    torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)  # the first optimizer imports as much as torch does
    budget = sys.modules.get("_torchlint.budget")  # as far as this process is observed
    if budget is not None:  # close looks may take a share of the time, of which a busy machine leaves nothing
        budget.AT_ONCE = float("inf")  # type: ignore[attr-defined]
    folder = Path(sys.argv[1])
    for job in sys.argv[2:]:
        name, _, command = job.partition("=")
        words = shlex.split(command)
        with open(folder / f"{name}.out", "w") as out, open(folder / f"{name}.err", "w") as err:
            if len(words) == 1:
                status = run_ranks(words[0], out.fileno(), err.fileno())
            else:
                status = subprocess.call(words, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        (folder / f"{name}.status").write_text(str(status), encoding="utf-8")


def run_ranks(script: str, out: int, err: int) -> int:
    """The exit status of a script that a fork runs, or several forks that find each other by a free port."""
    ranks, _, path = script.rpartition("*")
    environments: list[dict[str, str]] = [{}]
    if ranks:
        with socket.socket() as free:
            free.bind(("localhost", 0))
            shared = {"MASTER_ADDR": "localhost", "MASTER_PORT": str(free.getsockname()[1]), "WORLD_SIZE": ranks}
        environments = [{**shared, "RANK": str(rank), "LOCAL_RANK": str(rank)} for rank in range(int(ranks))]
    forks = [get_context("fork").Process(target=run_script, args=(path, out, err, more)) for more in environments]
    for fork in forks:
        fork.start()
    for fork in forks:
        fork.join()
    return next((fork.exitcode for fork in forks if fork.exitcode), 0)


def run_script(path: str, out: int, err: int, environment: dict[str, str]) -> None:
    """Run a script in this process as Python would, with streams of its own."""
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.environ.update(environment)
    sys.argv = [path]
    sys.path[0] = os.path.dirname(path)
    runpy.run_path(path, run_name="__main__")


if __name__ == "__main__":
    main()
