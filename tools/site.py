"""The documentation site, put together from README.md, docs/ and the rules' pages: `python -m tools.site [--check]`.

It needs the extra `docs`. What is built lies in build/docs/site; `--check` builds in a temporary folder, and `--serve`
shows the site on this machine. A link that leads nowhere, or any other warning, fails. `--pyodide` is the address
that the playground loads Pyodide from, which may be relative to its page.
"""

from __future__ import annotations

import argparse
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tools import rule_pages
from tools.links import deepened, rewritten
from tools.playground import files as playground
from torchlint import addresses
from torchlint.lint import check
from torchlint.pack import builtin_rules, page_of
from torchlint.reading import read_source
from torchlint.rule import Rule

ROOT = Path(__file__).parent.parent
BUILT = ROOT / "build/docs"
INDEX = "rules/index.md"
FRONT = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
FIRST = ("symptoms.md", playground.PAGE, INDEX)  # what newcomers look for, before the other pages
FOR_AUTHORS = ("queries.md", "architecture.md", "writing.md")  # beside CONTRIBUTING.md, below what users look for
IMAGES = ROOT / "docs/images"
PROGRAMS = ("bad.py", "good.py")
_IMAGE = re.compile(r"\]\(docs/images/")  # of a page at the root of the repository, as of the site
_RUN = re.compile(r"^## (What a run would show|Why no run)$", flags=re.MULTILINE)


def pages(pyodide: str = playground.PYODIDE) -> dict[str, str]:
    """Every page of the site by its path, as Markdown; raises ValueError for a link that leads nowhere.

    `pyodide` is the address that the playground loads Pyodide from.
    """
    sources = {name: (ROOT / name).read_text(encoding="utf-8") for name in _sources()}
    composed = {page: _linked(sources[name], name, page) for name, page in _sources().items()}
    for rule in _in_order():
        page = f"rules/{rule.name}.md"
        text = composed.get(page) or deepened(page_of(rule))
        title, _, rest = text.partition("\n\n")
        composed[page] = f"{title}\n\n{_standing(rule)}\n\n{rest.rstrip()}\n{_programs(rule)}"
    composed[INDEX] = rule_pages.rules_page(lambda rule: f"[`{rule.name}`]({rule.name}.md)", "../symptoms.md")
    composed[playground.PAGE] += playground.markup(pyodide)
    return composed


def configuration() -> str:
    """mkdocs.yml, with the addresses that are set and a navigation through all pages."""
    front, *others = FRONT.values()
    known = {"site_url": addresses.SITE, "repo_url": addresses.REPOSITORY}
    lines = [f"{key}: {address}" for key, address in known.items() if address]
    lines += ["nav:", f"  - {front}", "  - symptoms.md", f"  - {playground.PAGE}", "  - Rules:", f"      - {INDEX}"]
    for group, rules in rule_pages.groups():
        lines += [f"      - {group}:", *(f"          - rules/{rule.name}.md" for rule in rules)]
    docs = [page for page in _docs().values() if page not in FIRST]
    lines += [f"  - {page}" for page in docs if page not in FOR_AUTHORS]
    lines += [f"  - {page}" for page in (*others, *(page for page in docs if page in FOR_AUTHORS))]
    return (ROOT / "mkdocs.yml").read_text(encoding="utf-8") + "\n".join(lines) + "\n"


def write(folder: Path, pyodide: str = playground.PYODIDE) -> Path:
    """The pages and the configuration, written into a folder; where the configuration is."""
    for name, text in pages(pyodide).items():
        path = folder / "pages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shutil.copytree(IMAGES, folder / "pages" / IMAGES.name, dirs_exist_ok=True)
    playground.write(folder / "pages" / playground.PAGE.removesuffix(".md"))
    (folder / "mkdocs.yml").write_text(configuration(), encoding="utf-8")
    return folder / "mkdocs.yml"


def _sources() -> dict[str, str]:
    """The files that pages are made from, and the paths of those pages."""
    rules = {f"rules/{name.replace('-', '_')}/README.md": f"rules/{name}.md" for name in builtin_rules()}
    return {**FRONT, **_docs(), **rules}


def _docs() -> dict[str, str]:
    pages = {f"docs/{path.name}": path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    return {**pages, "docs/rules.md": INDEX}


def _linked(text: str, source: str, page: str) -> str:
    """A file's text as a page: links to what has a page lead there, and other files are only named."""
    places = _sources()

    def target(link: str) -> str | None:
        path, mark, anchor = link.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return link
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if file.startswith("..") or not (ROOT / file).exists():
            raise ValueError(f"{source}: {link} leads nowhere")
        folder, _, name = file.rpartition("/")
        if name in PROGRAMS and f"{folder}/README.md" in places:
            file, mark, anchor = f"{folder}/README.md", "#", name.replace(".", "")
        if file not in places:
            return None
        return posixpath.relpath(places[file], posixpath.dirname(page) or ".") + mark + anchor

    return deepened(_IMAGE.sub("](images/", rewritten(text, target)))


def _in_order() -> Iterator[Rule]:
    for _, rules in rule_pages.groups():
        yield from rules


def _standing(rule: Rule) -> str:
    """The line below a page's title: group, severity, when it is on, and what can be done about a finding."""
    when = "in preview" if rule.preview else "on by default" if rule.default else "off by default"
    parts = [f"group [{rule.group}](index.md#{rule.group})", f"severity {rule.severity}", when]
    if rule.needs_run:
        parts.append("found by a run only, with `--verify`")
    elif rule.check is not None:
        parts += _means(rule)
    return " · ".join(parts)


def _means(rule: Rule) -> Iterator[str]:
    """How what the rule finds in its own example is fixed, and whether a run can settle it."""
    found = check(read_source(str(_folder(rule) / "bad.py")), [rule]).findings
    kinds = [
        word for word, safe in (("safe", True), ("unsafe", False)) if any(f.fix and f.fix.safe == safe for f in found)
    ]
    yield f"fix {' or '.join(kinds)}" if kinds else "no fix"
    heading = _RUN.search(page_of(rule))
    settled = "`--verify` settles it" if any(f.proof for f in found) else "no run settles it"
    yield f"[{settled}](#{heading[1].lower().replace(' ', '-')})" if heading else settled


def _programs(rule: Rule) -> str:
    """The rule's example, and what it should be, at the end of its page."""
    if rule.check is None:
        return ""
    shown = (f"### {name}\n\n```python\n{(_folder(rule) / name).read_text(encoding='utf-8')}```\n" for name in PROGRAMS)
    return "\n## Example\n\nThe comments mark what torchlint finds.\n\n" + "\n".join(shown)


def _folder(rule: Rule) -> Path:
    return Path(rule.page).parent


def _zensical(verb: str, config: Path, *options: str) -> list[str]:
    """The command that runs Zensical."""
    return [sys.executable, "-m", "zensical", verb, "-f", str(config), *options]


def build(folder: Path, pyodide: str) -> Path:
    """The site, built in a folder; where it is. Raises CalledProcessError."""
    subprocess.run(_zensical("build", write(folder, pyodide), "--strict"), check=True, capture_output=True)
    return folder / "site"


def main(arguments: list[str]) -> int:
    """Build the site, or say with an exit status that it can't be built."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--check", action="store_true", help="leave nothing behind")
    parser.add_argument("--serve", action="store_true", help="show the site on this machine")
    parser.add_argument("--pyodide", metavar="ADDRESS", default=playground.PYODIDE, help="for the playground")
    given = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        config = write(Path(folder) if given.check else BUILT, given.pyodide)
        options = [] if given.serve else ["--strict"] if given.check else ["--strict", "--clean"]
        command = _zensical("serve" if given.serve else "build", config, *options)
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
