"""What docs/architecture.md says of the packages, computed from their code: `python -m tools.architecture [--write]`.

That is a picture of which package imports which, and a table with one line for each. The code is parsed, not imported;
imports for type checkers and those inside functions count like all others.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "architecture.md"
PACKAGE = "torchlint"
FLOORS = ("syntax", "project", "domain", "knowledge", "binding", "flow", "queries")
# Data and declarations that everybody may use, and the ways in: drawn, they would cover the picture with arrows.
LEFT_OUT = frozenset(
    "__init__ __main__ diagnostics evidence finding result rule verdict version working_directory".split()
)
RULES = "rules"

# What each part imports, by the names of the parts: a package or a module directly in torchlint/, or the rules.
Graph = dict[str, set[str]]


def parts() -> dict[str, list[Path]]:
    """The files of each package and module in torchlint/, and of all rules together."""
    found: dict[str, list[Path]] = {}
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        inside = path.relative_to(ROOT / PACKAGE)
        if "runtime" not in inside.parts:  # it runs in the user's process, and imports nothing of torchlint
            found.setdefault(inside.parts[0].removesuffix(".py"), []).append(path)
    found[RULES] = sorted((ROOT / RULES).glob("*/rule.py")) + sorted((ROOT / RULES).glob("*/detect*.py"))
    return found


@cache
def imports() -> Graph:
    """Which part imports which."""
    files = parts()
    graph: Graph = {}
    for part, paths in files.items():
        named = {name for path in paths for name in _imported(path)}
        graph[part] = {name for name in named if name in files and name != part}
    return graph


def _imported(path: Path) -> Iterator[str]:
    """The parts that a file's import statements name: `torchlint.syntax.tree` is of `syntax`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            modules = []
        for module in modules:
            package, _, rest = module.partition(".")
            if package == PACKAGE:
                yield rest.partition(".")[0]


def picture() -> str:
    """The imports as a Mermaid diagram, as few arrows as lead along the same ways; a circle is drawn as one box."""
    graph = {part: reached - LEFT_OUT for part, reached in imports().items() if part not in LEFT_OUT}
    below = {part: _reached(graph, part) for part in graph}
    boxes = {
        part: ", ".join(sorted({part, *(other for other in below[part] if part in below[other])})) for part in graph
    }
    arrows = {(boxes[part], boxes[other]) for part, reached in graph.items() for other in reached}
    arrows = {(one, other) for one, other in arrows if one != other}
    lower = {boxes[part]: {boxes[other] for other in reached} - {boxes[part]} for part, reached in below.items()}
    shown = sorted((a, b) for a, b in arrows if not any(b in lower[c] for c in lower[a] if c != b))
    floors = [boxes[floor] for floor in reversed(FLOORS)]
    lines = ["flowchart TD", '    subgraph floors["understanding a file"]']
    lines += [f'        {_key(box)}["{box}"]' for box in dict.fromkeys(floors)]
    lines += ["    end"]
    lines += [f'    {_key(box)}["{box}"]' for box in sorted({*boxes.values()} - {*floors})]
    lines += [f"    {_key(one)} --> {_key(other)}" for one, other in shown]
    return "\n".join(("```mermaid", *lines, "```")) + "\n"


def _reached(graph: Graph, start: str) -> set[str]:
    """Everything that a part imports, directly or by way of others."""
    found: set[str] = set()
    todo = [start]
    while todo:
        new = graph[todo.pop()] - found
        found |= new
        todo += new
    return found


def _key(box: str) -> str:
    """A box's name in the diagram: no word of Mermaid's own, which `graph` or `end` would be."""
    return "box_" + re.sub(r"\W+", "_", box)


def table() -> str:
    """One line for each package, the floors first, then the modules that stand beside the packages."""
    files = parts()
    packages = sorted(part for part in files if (ROOT / PACKAGE / part).is_dir() and part not in FLOORS)
    modules = sorted(part for part in files if part not in (*packages, *FLOORS, RULES) and not part.startswith("_"))
    rows = ["| package | what is in it |", "|---|---|"]
    rows += [f"| `{name}/` | {_summary(ROOT / PACKAGE / name / '__init__.py')} |" for name in (*FLOORS, *packages)]
    rows += ["", "| module | what is in it |", "|---|---|"]
    rows += [f"| `{name}.py` | {_summary(ROOT / PACKAGE / f'{name}.py')} |" for name in modules]
    return "\n".join(rows) + "\n"


def _summary(path: Path) -> str:
    """The first paragraph of a file's docstring."""
    return " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n\n")[0].split())


def refreshed(text: str) -> str:
    """The page with the picture and the table as the code has them now."""
    for name, drawn in (("imports", picture()), ("packages", table())):
        made = f"\n{drawn}\n"
        text = re.sub(rf"(?<=<!-- {name} -->\n).*?(?=<!-- /{name} -->)", lambda _: made, text, flags=re.DOTALL)  # noqa: B023
    return text


def main(arguments: list[str]) -> int:
    """Whether the page was up to date, as an exit status; `--write` makes it so."""
    if arguments not in ([], ["--check"], ["--write"]):
        print("usage: python -m tools.architecture [--check | --write]")
        return 2
    old = PAGE.read_text(encoding="utf-8")
    new = refreshed(old)
    if old == new:
        return 0
    if arguments == ["--write"]:
        PAGE.write_text(new, encoding="utf-8")
        return 0
    print("docs/architecture.md is out of date: run `python -m tools.architecture --write`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
