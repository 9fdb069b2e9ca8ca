"""torchlint/torchlint.schema.json, made anew from the table of keys: `python -m tools.schema [--write]`."""

from __future__ import annotations

import sys
from pathlib import Path

from torchlint.schema import FILE, schema_text


def main(arguments: list[str]) -> int:
    """Whether the file was up to date, as an exit status; `--write` makes it so."""
    file = Path(FILE)
    if file.exists() and file.read_text(encoding="utf-8") == schema_text():
        return 0
    if arguments == ["--write"]:
        file.write_text(schema_text(), encoding="utf-8")
        return 0
    print("torchlint.schema.json is out of date: run `python -m tools.schema --write`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
