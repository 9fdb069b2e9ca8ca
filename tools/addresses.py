"""The addresses and the version that other files have to name, as they are now: `python -m tools.addresses [--write]`.

They come from torchlint/addresses.py and torchlint/version.py. While there is no repository, its owner is OWNER, so
that a reader sees what to fill in.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from torchlint import addresses
from torchlint.version import __version__

ROOT = Path(__file__).parent.parent
EXTENSION = ROOT / "editors/vscode/package.json"
LOCK = ROOT / "editors/vscode/package-lock.json"
PLACEHOLDER = "https://github.com/OWNER/torchlint"
_NAME = r"[\w.-]+/torchlint\b"
_TITLE = re.compile(r"\A# torchlint\n\n(?:\[!\[[^\n]*\n)*\n*")


def files() -> list[Path]:
    """Those that name an address or the version."""
    names = ("README.md", "CITATION.cff", "SECURITY.md", "Dockerfile", "templates/torchlint.yml")
    found = [ROOT / name for name in names] + [EXTENSION, LOCK, EXTENSION.with_name("README.md")]
    return [path for path in (*found, *sorted((ROOT / "docs").glob("*.md"))) if path.is_file()]


def made() -> dict[Path, str]:
    """Each of the files, and its text as it is to be."""
    texts = {path: brought_up_to_date(path.read_text(encoding="utf-8")) for path in files()}
    readme, citation = ROOT / "README.md", ROOT / "CITATION.cff"
    texts[readme] = _TITLE.sub(lambda _: "# torchlint\n\n" + badges(), texts[readme])
    texts[citation] = cited(texts[citation])
    if EXTENSION in texts:
        texts[EXTENSION] = packaged(texts[EXTENSION])
    if LOCK in texts:
        texts[LOCK] = locked(LOCK.read_text(encoding="utf-8"))
    return texts


def brought_up_to_date(text: str) -> str:
    """A text with the repository, its action, its image and the tag in a pre-commit configuration replaced."""
    repository = addresses.REPOSITORY or PLACEHOLDER
    name = repository.removeprefix("https://github.com/")
    text = re.sub(rf"https://github\.com/{_NAME}", repository, text)
    text = re.sub(rf"https://raw\.githubusercontent\.com/{_NAME}/v[\w.]+", _raw(name), text)
    text = re.sub(rf"uses: {_NAME}@v[\w.]+", f"uses: {name}@v{__version__}", text)
    text = re.sub(rf"ghcr\.io/{_NAME}:\w[\w.]*\w", f"ghcr.io/{name.lower()}:{__version__}", text)
    text = re.sub(rf"({re.escape(repository)}@)v\w[\w.]*\w", rf"\g<1>v{__version__}", text)
    return re.sub(rf"(repo: {re.escape(repository)}\n +rev: )\S+", rf"\g<1>v{__version__}", text)


def badges() -> str:
    """The line below the title of README.md, and an empty one; nothing before there is a repository."""
    if not addresses.REPOSITORY:
        return ""
    tests = f"{addresses.REPOSITORY}/actions/workflows/tests.yml"
    shown = [f"[![tests]({tests}/badge.svg?branch=main)]({tests})"]
    if addresses.INDEX:
        shown.insert(0, f"[![PyPI](https://img.shields.io/pypi/v/{addresses.PACKAGE}.svg)]({addresses.INDEX})")
    if addresses.SITE:
        shown.append(f"[![documentation](https://img.shields.io/badge/documentation-site-blue.svg)]({addresses.SITE})")
    return " ".join(shown) + "\n\n"


def cited(text: str) -> str:
    """CITATION.cff with the version and the addresses that are set."""
    text = re.sub(r"^version: .*$", f"version: {__version__}", text, flags=re.MULTILINE)
    text = re.sub(r"^(?:repository-code|url): .*\n", "", text, flags=re.MULTILINE)
    known = {"repository-code": addresses.REPOSITORY, "url": addresses.SITE}
    return text + "".join(f"{key}: {address}\n" for key, address in known.items() if address)


def packaged(text: str) -> str:
    """The extension's package.json with the version, and with the repository once there is one."""
    package = json.loads(text)
    new = package | {"version": __version__}
    if addresses.REPOSITORY:
        new["repository"] = {"type": "git", "url": f"{addresses.REPOSITORY}.git", "directory": "editors/vscode"}
    return text if new == package else json.dumps(new, indent=2, ensure_ascii=False) + "\n"


def locked(text: str) -> str:
    """The extension's package-lock.json with the version; the versions of what it locks stay."""
    lock = json.loads(text)
    lock["version"] = lock["packages"][""]["version"] = __version__
    return json.dumps(lock, indent=2, ensure_ascii=False) + "\n"


def _raw(name: str) -> str:
    return f"https://raw.githubusercontent.com/{name}/v{__version__}"


def main(arguments: list[str]) -> int:
    """Whether all of them were up to date, as an exit status; `--write` makes them so."""
    old = {path: text for path, text in made().items() if path.read_text(encoding="utf-8") != text}
    if arguments == ["--write"]:
        for path, text in old.items():
            path.write_text(text, encoding="utf-8")
        return 0
    for path in old:
        print(f"{path.relative_to(ROOT).as_posix()} is out of date: run `python -m tools.addresses --write`")
    return int(bool(old))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
