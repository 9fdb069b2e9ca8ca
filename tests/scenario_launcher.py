"""Runs scripts and leaves what each has printed, and how it ended: `scenario_launcher.py FOLDER NAME=COMMAND...`.

A command that is one script is run by a fork of this process, which imports torch once for all of them. Such a fork
leaves as DataLoader workers do, without taking torch apart: that alone takes a second.
"""

from __future__ import annotations

import os
import runpy
import shlex
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path


def main() -> None:
    """Run one command after the other."""
    import torch

    torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=0.1)  # the first optimizer imports as much as torch does
    folder = Path(sys.argv[1])
    for job in sys.argv[2:]:
        name, _, command = job.partition("=")
        words = shlex.split(command)
        with open(folder / f"{name}.out", "w") as out, open(folder / f"{name}.err", "w") as err:
            if len(words) == 1:
                fork = get_context("fork").Process(target=run_script, args=(words[0], out.fileno(), err.fileno()))
                fork.start()
                fork.join()
                status = fork.exitcode
            else:
                status = subprocess.call(words, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        (folder / f"{name}.status").write_text(str(status), encoding="utf-8")


def run_script(path: str, out: int, err: int) -> None:
    """Run a script in this process as Python would, with streams of its own."""
    os.dup2(out, 1)
    os.dup2(err, 2)
    sys.argv = [path]
    sys.path[0] = os.path.dirname(path)
    runpy.run_path(path, run_name="__main__")


if __name__ == "__main__":
    main()
