"""What the commands in README.md print, brought up to date: `python -m tools.readme [--write]`."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"

_BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)


def refreshed(text: str) -> str:
    """The text of README.md with all output as it is now.

    A ```python block is saved as train.py; each ```console block that follows runs its `$ torchlint ...` lines there.
    """
    with TemporaryDirectory() as folder:
        train = Path(folder) / "train.py"

        def block(match: re.Match[str]) -> str:
            language, body = match.groups()
            if language == "python":
                train.write_text(body, encoding="utf-8")
                return match[0]
            commands = [line for line in body.splitlines() if line.startswith("$ torchlint ")]
            if not commands:
                return match[0]
            shown = "\n".join(f"{command}\n{_output(command.removeprefix('$ '), folder)}" for command in commands)
            return f"```{language}\n{shown.rstrip()}\n```"

        return _BLOCK.sub(block, text)


def _output(command: str, folder: str) -> str:
    """What a torchlint command prints in `folder`, on both streams, without the user's own settings."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": folder, "XDG_CONFIG_HOME": folder, "NO_COLOR": "1"}
    run = subprocess.run(
        [sys.executable, "-m", *shlex.split(command)],
        cwd=folder,
        env=environment,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return run.stdout


def main(arguments: list[str]) -> int:
    """Whether README.md was up to date, as an exit status; `--write` makes it so."""
    old = README.read_text(encoding="utf-8")
    new = refreshed(old)
    if old == new:
        return 0
    if arguments == ["--write"]:
        README.write_text(new, encoding="utf-8")
        return 0
    print("README.md is out of date: run `python -m tools.readme --write`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
