"""What is made from the table of keys, the schema and tables in the docs: `python -m tools.schema [--write]`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from torchlint.settings.keys import KEYS
from torchlint.settings.models import ROWS
from torchlint.settings.schema import FILE, schema_text

PAGE = Path(__file__).parent.parent / "docs/configuration.md"
MODELS = Path(__file__).parent.parent / "docs/models.md"
_MODEL_TABLES = re.compile(r"(?<=<!-- model keys -->\n).*?(?=<!-- /model keys -->)", flags=re.DOTALL)
_TABLE = re.compile(r"(?<=<!-- keys -->\n).*?(?=<!-- /keys -->)", flags=re.DOTALL)


def table() -> str:
    """The keys as Markdown, in the order in which they are checked."""
    rows = [f"| `{name}` | {key.says} |" for name, key in KEYS.items()]
    return "\n".join(["| key | |", "|---|---|", *rows]) + "\n"


def model_tables() -> str:
    """The keys of models as Markdown: a table for each kind of row."""
    tables = []
    for title, fields in ROWS.items():
        rows = [f"| `{name}` | {field.says} |" for name, field in fields.items()]
        tables.append("\n".join([f"| {title} | |", "|---|---|", *rows]) + "\n")
    return "\n" + "\n".join(tables) + "\n"


def made() -> dict[Path, str]:
    """Each file, and its text as it is to be."""
    page = PAGE.read_text(encoding="utf-8")
    models = MODELS.read_text(encoding="utf-8")
    return {
        Path(FILE): schema_text(),
        PAGE: _TABLE.sub(lambda _: table(), page),
        MODELS: _MODEL_TABLES.sub(lambda _: model_tables(), models),
    }


def main(arguments: list[str]) -> int:
    """Whether the files were up to date, as an exit status; `--write` makes them so."""
    old = [path for path, text in made().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if arguments == ["--write"]:
        for path in old:
            path.write_text(made()[path], encoding="utf-8")
        return 0
    for path in old:
        print(f"{path.name} is out of date: run `python -m tools.schema --write`")
    return int(bool(old))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
