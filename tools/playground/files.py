"""What the site gets for its playground: the script and style of the page, and an archive of torchlint."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAGE = "playground.md"  # in docs/ and on the site
VERSION = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]
PYODIDE = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"  # where Pyodide's documentation says that it is


def markup(pyodide: str) -> str:
    """What the page has below its text; its script puts it in place of the example. Pyodide comes from this address."""
    return (
        f'\n<div id="playground-box" data-pyodide="{escape(pyodide)}"></div>\n\n'
        '<script type="module">import "./page.js";</script>\n'
    )


def write(folder: Path) -> None:
    """Write the files beside the page."""
    shutil.copytree(HERE / "web", folder, dirs_exist_ok=True)
    with zipfile.ZipFile(folder / "torchlint.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, name in sorted(packed()):
            archive.write(path, name)


def packed() -> Iterator[tuple[Path, str]]:
    """The files of the archive, and their names in it: torchlint as in a wheel, without the pages of the rules."""
    yield HERE / "in_browser.py", "in_browser.py"
    for path in (ROOT / "torchlint").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path, path.relative_to(ROOT).as_posix()
    for folder in (ROOT / "rules").iterdir():
        for path in folder.glob("*.py"):
            if path.name not in ("bad.py", "good.py"):
                yield path, f"torchlint/rules/{folder.name}/{path.name}"
