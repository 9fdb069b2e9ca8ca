"""The linters that torchlint is held against, and how each is told to check a whole folder with one process."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.tools import COLD, WARM, Tool

CACHE = "{cache}"  # stands for a folder in the words of a command


@dataclass(frozen=True, slots=True)
class Peer:
    """A linter. In its name stands `{version}`, which its executable tells."""

    name: str
    executable: str
    words: str
    says: str = ""  # what its --version has to tell, too, for it to be the one that is meant

    @property
    def is_warm(self) -> bool:
        """Whether it keeps what it has seen before."""
        return CACHE in self.words


_RUFF = "check --isolated --quiet"
PEERS = (
    Peer("TorchFix {version}, all rules", "torchfix", "--select ALL -j 1"),
    Peer("torch-preflight {version}", "torch-preflight", "check --no-color -j 1"),
    Peer("Ruff {version}, all rules, cold", "ruff", f"{_RUFF} --no-cache --select ALL"),
    Peer("Ruff {version}, all rules, warm", "ruff", f"{_RUFF} --cache-dir {CACHE} --select ALL"),
    # About as many rules as torchlint has. Much of what Ruff takes with all rules is the printing of what they find.
    Peer("Ruff {version}, F, B and C4, cold", "ruff", f"{_RUFF} --no-cache --select F,B,C4"),
    Peer("Ruff {version}, F, B and C4, warm", "ruff", f"{_RUFF} --cache-dir {CACHE} --select F,B,C4"),
    Peer("Flake8 {version} with bugbear", "flake8", "--isolated -j 1", says="flake8-bugbear"),
    # Takes one process for each core, and can't be told otherwise.
    Peer("Fixit {version}", "fixit", "lint"),
    Peer("Pylint {version}", "pylint", "--rcfile=/dev/null --persistent=n --exit-zero -j 1 --recursive=y"),
)


def installed(peers: Sequence[Peer], places: Sequence[Path], folder: Path, caches: Path) -> Iterator[Tool]:
    """Those of the peers that are in one of the places or on the path, each to be run in a folder."""
    for number, peer in enumerate(peers):
        for place in (*map(str, places), None):
            found = shutil.which(peer.executable, path=place)
            said = _version(found) if found else ""
            if found is None or peer.says not in said:
                continue
            version = re.search(r"\d+(\.\d+)+", said)
            cache = str(caches / f"{peer.executable}-{number}")
            words = [word.replace(CACHE, cache) for word in shlex.split(peer.words)]
            yield Tool(
                peer.name.format(version=version[0] if version else "").replace(" ,", ","),
                (str(Path(found).absolute()), *words, "."),
                folder,
                WARM if peer.is_warm else COLD,
                is_warm=peer.is_warm,
            )
            break


def named(peers: Sequence[str], folder: Path) -> Iterator[Tool]:
    """Linters that are given as NAME=COMMAND. Raises SystemExit where one is not."""
    for peer in peers:
        name, _, command = peer.partition("=")
        if not name or not command:
            raise SystemExit(f"--peer {peer}: NAME=COMMAND")
        yield Tool(name, (*shlex.split(command), "."), folder)


def _version(executable: str) -> str:
    return subprocess.run([executable, "--version"], check=False, text=True, capture_output=True).stdout
