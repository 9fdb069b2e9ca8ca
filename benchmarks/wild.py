"""`python -m benchmarks.wild --corpus DIR`: every rule on code of other people: no crash, no slow file, little memory.

Each folder in DIR is a project. A process of its own checks it with all rules, reports what is only suspected, too, and
keeps nothing. The exit status is 1 where torchlint failed, or a file or a process took more than it may.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.process import environment

_MIB = 2**20 if sys.platform == "darwin" else 2**10  # ru_maxrss is in bytes there, in KiB elsewhere


@dataclass(slots=True)
class Cost:
    """What a project took: files, lines, CPU seconds, findings, MiB at the peak; the slowest files; what failed."""

    name: str
    files: int = 0
    lines: int = 0
    seconds: float = 0.0
    findings: int = 0
    peak: float = 0.0
    slow: list[tuple[float, str]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def slowest(self) -> float:
        """CPU seconds of the file that took longest."""
        return max((seconds for seconds, _ in self.slow), default=0.0)


def check(folder: Path) -> Iterator[dict[str, object]]:
    """A record for each file of a project that is checked in this process, and one for the process at the end."""
    from torchlint.diagnostics import FAILURE
    from torchlint.files.discover import discover
    from torchlint.runner.session import Session
    from torchlint.settings.config import Configs, inline_layer

    os.chdir(folder)
    configs = Configs([inline_layer('select = ["ALL"]'), inline_layer("suspected = true")], isolated=True)
    files = discover(["."], configs).files
    session = Session(configs)
    session.prepare([os.path.abspath(file) for file in files])
    for file in files:
        began = time.process_time()
        checked = session.check(file).result.checked
        failures = [finding.message for finding in checked.findings if finding.rule == FAILURE]
        yield {
            "file": file,
            "seconds": time.process_time() - began,
            "lines": Path(file).read_bytes().count(b"\n"),
            "findings": len(checked.findings),
            "failures": failures,
        }
    yield {"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MIB}


def cost(folder: Path) -> Cost:
    """What a project costs a process of its own."""
    command = [sys.executable, "-m", "benchmarks.wild", "--corpus", str(folder), "--one"]
    done = subprocess.run(command, check=False, text=True, capture_output=True, env=environment(), errors="replace")
    found = Cost(folder.name)
    for line in done.stdout.splitlines():
        record = json.loads(line)
        if "peak" in record:
            found.peak = record["peak"]
            continue
        found.files += 1
        found.lines += record["lines"]
        found.seconds += record["seconds"]
        found.findings += record["findings"]
        found.slow = sorted([*found.slow, (record["seconds"], record["file"])], reverse=True)[:5]
        found.failures += (f"{record['file']}: {failure}" for failure in record["failures"])
    if done.returncode != 0:
        found.failures.append(f"status {done.returncode}: {done.stderr.strip()[-500:]}")
    return found


def _row(one: Cost) -> list[str]:
    where = one.slow[0][1] if one.slow else ""
    numbers = [f"{one.files:,}", f"{one.lines:,}", f"{one.findings:,}", f"{one.seconds:.0f}"]
    return [one.name, *numbers, f"{one.slowest:.1f}", where, f"{one.peak:.0f}", str(len(one.failures))]


def report(costs: Sequence[Cost]) -> Iterator[str]:
    """A table with a row for each project, and a line that adds them up."""
    yield "| project | files | lines | findings | CPU s | slowest file, CPU s | which | peak MiB | failures |"
    yield "|---|---|---|---|---|---|---|---|---|"
    yield from (f"| {' | '.join(_row(one))} |" for one in costs)
    lines, files = sum(one.lines for one in costs), sum(one.files for one in costs)
    yield f"\n{lines:,} lines in {files:,} files, {sum(one.seconds for one in costs):,.0f} CPU s."


def exceeding(costs: Sequence[Cost], seconds: float, mebibytes: float) -> Iterator[str]:
    """What failed, took longer than so many CPU seconds a file, or grew larger."""
    for one in costs:
        yield from (f"FAILED {one.name}: {failure}" for failure in one.failures)
        yield from (f"SLOW {one.name}: {file}: {took:.1f} s" for took, file in one.slow if took > seconds)
        if one.peak > mebibytes:
            yield f"LARGE {one.name}: {one.peak:.0f} MiB"


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wild", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="a folder of projects, each a folder")
    parser.add_argument("--one", action="store_true", help="check the folder as one project, and print a record a file")
    parser.add_argument("--jobs", type=int, default=1, help="how many projects are checked at once (default: 1)")
    parser.add_argument("--seconds", type=float, default=10, help="CPU time that a file may take (default: 10)")
    parser.add_argument("--mebibytes", type=float, default=400, help="memory that a process may take (default: 400)")
    wanted = parser.parse_args()
    if wanted.one:
        for record in check(wanted.corpus):
            print(json.dumps(record), flush=True)
        return 0
    folders = sorted(path for path in wanted.corpus.iterdir() if path.is_dir())
    if not folders:
        raise SystemExit(f"there is no folder in {wanted.corpus}")
    with ThreadPoolExecutor(wanted.jobs) as pool:
        costs = list(pool.map(cost, folders))
    for line in report(costs):
        print(line)
    over = list(exceeding(costs, wanted.seconds, wanted.mebibytes))
    print("\n".join(over))
    return int(bool(over))


if __name__ == "__main__":
    sys.exit(main())
