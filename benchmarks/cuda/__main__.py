"""`python -m benchmarks.cuda [--output FILE.json] [--only TEXT]`: every check of --verify that needs a GPU, at once.

Needs nothing but PyTorch with CUDA; torchlint need not be installed. The exit status is 0 if all has passed, 1 if
something has not, and 2 if there is no GPU.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from benchmarks.cuda.checks import ALL
from benchmarks.cuda.result import report, results, row, status
from benchmarks.cuda.runs import Runs
from torchlint.version import __version__


class NoDevice(Exception):
    """Why nothing can be run on a GPU here."""


def setting(torch: Any) -> dict[str, Any]:
    """What the checks run on. Raises NoDevice."""
    if torch is None:
        raise NoDevice("torch is not installed for this Python")
    if not torch.version.cuda:
        raise NoDevice(f"PyTorch {torch.__version__} is built without CUDA")
    if not torch.cuda.is_available():
        raise NoDevice(f"PyTorch {torch.__version__} finds no CUDA device")
    device = torch.cuda.get_device_properties(0)
    return {
        "device": {
            "name": device.name,
            "capability": f"{device.major}.{device.minor}",
            "bytes": device.total_memory,
            "count": torch.cuda.device_count(),
        },
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "python": platform.python_version(),
        "torchlint": __version__,
        "began": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }


def torch_here() -> Any:
    """PyTorch; None where there is none."""
    try:
        import torch
    except ImportError:
        return None
    return torch


def main(arguments: list[str] | None = None) -> int:
    """Run the checks, write what came of them, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cuda", description=__doc__)
    parser.add_argument("--output", type=Path, default="cuda.json", metavar="FILE.json", help="default: cuda.json")
    parser.add_argument("--only", default="", metavar="TEXT", help="run the checks with this text in their names")
    wanted = parser.parse_args(arguments)
    checks = [check for check in ALL if wanted.only in check.__name__]
    if not checks:
        parser.error(f"no check has {wanted.only!r} in its name")
    try:
        told = setting(torch_here())
    except NoDevice as why:
        print(f"no check was run: {why}", file=sys.stderr)
        return 2
    print(f"{told['device']['name']}, PyTorch {told['torch']}, CUDA {told['cuda']}\n", flush=True)
    found = []
    for result in results(checks, Runs("cuda")):
        found.append(result)
        print(row(result), flush=True)
        # After each of them, so that a run that is ended early has left what it knows.
        wanted.output.write_text(json.dumps(report(told, found), indent=1) + "\n", encoding="utf-8")
    passed = sum(result.outcome == "passed" for result in found)
    print(f"\n{passed} of {len(found)} passed; all of it is in {wanted.output}")
    return status(found)


if __name__ == "__main__":
    sys.exit(main())
