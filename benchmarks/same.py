"""`python -m benchmarks.same --corpus DIR`: whether the same is found without each of the things that save time.

Each way is a process of its own over the same copy of the files, with all rules on and what is only suspected told. The
first way saves nothing: every file is parsed by libcst and read twice from end to end, and every rule is asked. The
output has to be the same, byte by byte.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.corpus import copy

# What is done to torchlint before it runs.
NO_GATE = """
from dataclasses import replace
import torchlint.gate, torchlint.lint, torchlint.pack
torchlint.gate.concerns_torch = torchlint.lint.concerns_torch = lambda source, around=None, packages=(): True
with_words = torchlint.pack._builtin
torchlint.pack._builtin = lambda: {name: replace(rule, words=frozenset()) for name, rule in with_words().items()}
"""
NO_SIEVE = """
import torchlint.lint
torchlint.lint._quickly = torchlint.lint._by_libcst
"""
NO_PREPASS = """
import torchlint.flow.prepass
torchlint.flow.prepass.has_outside_effects = lambda function: True
torchlint.flow.prepass.call_key = lambda *call: None
"""
RUN = "from torchlint.cli import main; main(prog_name='torchlint')"
FOUND = (0, 1)

# Ways by their names: what is done before, and the options. The cache that the last but one fills is the last one's.
WAYS = {
    "nothing saved": (NO_GATE + NO_SIEVE + NO_PREPASS, "--no-cache -j1"),
    "the gates": (NO_SIEVE + NO_PREPASS, "--no-cache -j1"),
    "and the sieve": (NO_PREPASS, "--no-cache -j1"),
    "and a prepass over what has effects outside": ("", "--no-cache -j1"),
    "and two processes": ("", "--no-cache -j2"),
    "and a cache that is filled": ("", "-j2"),
    "and one that is full": ("", "-j1"),
}


def found(way: str, folder: Path, cache: Path) -> bytes:
    """What is told in one way of the files in a folder, as JSON. Raises SystemExit where the run fails."""
    before, options = WAYS[way]
    command = [sys.executable, "-c", before + RUN, *options.split(), "--isolated", "--select=ALL", "--suspected"]
    environment = {key: value for key, value in os.environ.items() if key != "TORCHLINT_NO_CACHE"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)  # another folder is the working directory
    done = subprocess.run(
        [*command, "--quiet", "--output-format=json", f"--cache-dir={cache}", "."],
        cwd=folder,
        capture_output=True,
        check=False,
        env=environment,
    )
    if done.returncode not in FOUND:
        raise SystemExit(f"{way}: status {done.returncode}: {done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


def different(folder: Path, cache: Path) -> dict[str, bool]:
    """Of each way, whether it tells anything else than the first."""
    first, *others = WAYS
    expected = found(first, folder, cache)
    return {way: found(way, folder, cache) != expected for way in others}


def main() -> int:
    """The exit status: 1 where a way finds something else."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.same", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="a folder with Python files")
    wanted = parser.parse_args()
    with TemporaryDirectory() as place:
        folder = Path(place, "files")
        corpus = copy(wanted.corpus, folder)
        ways = different(folder, Path(place, "cache"))
    print(f"{corpus.files} files, {corpus.lines:,} lines.\n")
    print("\n".join(f"{'ANOTHER RESULT' if is_another else 'the same'}: {way}" for way, is_another in ways.items()))
    return int(any(ways.values()))


if __name__ == "__main__":
    sys.exit(main())
