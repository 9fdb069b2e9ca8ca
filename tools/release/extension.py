"""The extension for VS Code: packaged, installed in an editor if there is one, and loaded.

The editor gets an extensions folder of its own. Without an editor, what it would install is unpacked instead.
"""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.release.commands import ROOT, Wrong, first_that_runs, run
from torchlint.version import __version__

SOURCE = ROOT / "editors/vscode"
EDITORS = ("code", "codium", "code-server")
# What the editor hands to an extension is pretended: whatever is asked of it, the answer is one object, which can be
# called, constructed and extended.
LOAD = """
const Module = require("node:module");
const standIn = new Proxy(function () {}, { get: () => standIn, apply: () => standIn, construct: () => standIn });
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? standIn : load(name, ...rest));
if (typeof require(process.argv[2]).activate !== "function") throw new Error("it exports no function `activate`");
"""


def missing_programs() -> list[str]:
    """The programs that are needed and not here."""
    return [name for name in ("node", "npm") if first_that_runs([name], "--version") is None]


def build(place: Path) -> Path:
    """The package, made in a copy of the sources as a fresh clone has them."""
    copy = place / "vscode"
    left_out = shutil.ignore_patterns("node_modules", "dist", "build", "*.vsix")
    shutil.copytree(SOURCE, copy, ignore=left_out)
    npm = str(shutil.which("npm"))
    run(npm, "ci", "--no-audit", "--no-fund", folder=copy)
    run(npm, "run", "package", folder=copy)
    return copy / "torchlint.vsix"


def tried(package: Path, place: Path) -> str:
    """Where it was loaded from: an editor's folder of extensions, or the package itself. Raises Wrong."""
    unpacked = place / "unpacked"
    with zipfile.ZipFile(package) as archive:
        archive.extractall(unpacked)
    check_contents(unpacked)
    editor = first_that_runs(EDITORS, "--version")
    folder = unpacked / "extension" if editor is None else installed(editor, package, place, unpacked / "extension")
    (place / "load.cjs").write_text(LOAD, encoding="utf-8")
    run("node", "load.cjs", str(folder / manifest(folder)["main"]), folder=place)
    if editor is None:
        return f"loaded, but not installed: there is no {', '.join(EDITORS[:-1])} or {EDITORS[-1]}"
    return f"installed in {Path(editor).name}"


def manifest(folder: Path) -> dict[str, Any]:
    """The package.json of an extension."""
    read: dict[str, Any] = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    return read


def check_contents(unpacked: Path) -> None:
    """The version is the right one, and each file that the package names is in it. Raises Wrong."""
    described = ElementTree.parse(unpacked / "extension.vsixmanifest").getroot()
    (identity,) = described.findall(".//{*}Identity")
    packed = manifest(unpacked / "extension")
    if {identity.get("Version"), packed["version"]} != {__version__}:
        raise Wrong(f"the .vsix is of version {identity.get('Version')}, with a package.json of {packed['version']}")
    if packed != manifest(SOURCE):
        raise Wrong("the .vsix has another package.json than editors/vscode")
    named = [unpacked / str(asset.get("Path")) for asset in described.findall(".//{*}Asset")]
    named += [unpacked / "extension" / name for name in files_named(packed)]
    if lost := sorted(str(path.relative_to(unpacked)) for path in named if not path.is_file()):
        raise Wrong(f"the .vsix has no {', '.join(lost)}")


def files_named(packed: Any) -> Iterator[str]:
    """The files that a package.json names: its icon, and whatever begins like a path."""
    if isinstance(packed, dict):
        yield from (value for key, value in packed.items() if key == "icon" and isinstance(value, str))
        for value in packed.values():
            yield from files_named(value)
    elif isinstance(packed, list):
        for value in packed:
            yield from files_named(value)
    elif isinstance(packed, str) and packed.startswith("./"):
        yield packed


def installed(editor: str, package: Path, place: Path, unpacked: Path) -> Path:
    """The folder into which an editor installs the package, with all its files. Raises Wrong."""
    extensions = place / "extensions"
    own = ("--extensions-dir", str(extensions), "--user-data-dir", str(place / "user-data"))
    run(editor, *own, "--install-extension", str(package), folder=place)
    listed = run(editor, *own, "--list-extensions", "--show-versions", folder=place)
    packed = manifest(unpacked)
    name = f"{packed['publisher']}.{packed['name']}"
    if not re.search(rf"^{re.escape(name)}@{re.escape(__version__)}$", listed, flags=re.MULTILINE):
        raise Wrong(f"{Path(editor).name} does not list {name}@{__version__}:\n{listed}")
    (folder,) = extensions.glob(f"{name}-{__version__}*")
    files = (path.relative_to(unpacked) for path in unpacked.rglob("*") if path.is_file())
    if lost := sorted(str(path) for path in files if not (folder / path).is_file()):
        raise Wrong(f"{Path(editor).name} installed no {', '.join(lost)}")
    return folder
