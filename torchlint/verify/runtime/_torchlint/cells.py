"""Cells of planned notebooks: their captures are put into the trees that IPython parses before it runs them.

IPython compiles these trees statement by statement, and shows what the last one gives; so nothing is added that it
would take for another last statement.
"""

from __future__ import annotations

import ast
import copy
import sys
from types import FrameType
from typing import Any

from . import capture, evidence, kernel, places, plan, rewrite, sites, waits
from .bodies import HANDLE
from .cell_text import Part, given_to_magic, moved, origins, part_of, shifts, timed_rows
from .faults import quietly
from .rewrite import captures_of
from .wait_places import put_waits

_IPYTHON = "IPython.core.compilerop"
_TIMING = ("time", "timeit")  # the magics that parse what they run

_Cell = tuple[plan.FilePlan, int]  # a notebook, and the index of one of its planned cells


class _Now:
    """What this process's kernel is at."""

    cell: Any = None  # the planned cell that began to run last
    part: Any = None  # what of it is run at once
    below: Any = None  # what a cell magic was given and has not run yet


_missing: dict[int, bool] = {}  # captures of cells that have run; whether a magic has them


def is_parsing(frame: FrameType) -> bool:
    """Whether it is IPython that asks for a tree."""
    return frame.f_globals.get("__name__") == _IPYTHON


def parsed(tree: Any, text: Any, filename: Any, frame: FrameType) -> None:
    """Put captures into the tree of a cell, if it is planned; a fault of ours leaves the tree as it is."""
    if not (isinstance(text, str) and isinstance(tree, ast.Module)):
        return
    kernel.note()
    asks = frame.f_back.f_code.co_name if frame.f_back is not None else ""
    found = None
    try:
        found = _inside(text, asks) or (None if asks in _TIMING else _cell(text))
        if found is not None:
            _observe(tree, filename, *found)
        else:
            places.forget_cell(filename)
    except Exception as problem:
        evidence.write("fault", part="a notebook's cell", error=type(problem).__name__)
        if found is not None:
            evidence.write("file", path=_name(found[0]), status="cell failed")


def _inside(text: str, asks: str) -> Any:
    """The part of the cell that runs now which one of its magics has given to IPython, and where its rows are."""
    if _Now.below is not None and (rows := shifts(_Now.below, text)) is not None:
        return _begun(_Now.cell, _Now.below, rows)
    if _Now.part is not None and asks in _TIMING:
        for part in timed_rows(_Now.part, text):
            rows = shifts(part, text)
            if rows is not None:
                return _Now.cell, part, rows
    return None


def _cell(text: str) -> Any:
    """The planned cell that a text was made of; of those that are alike the next one in the notebook."""
    alike: list[Any] = []
    for notebook in plan.notebooks:
        for number, cell in enumerate(notebook["cells"]):
            part = part_of(cell["text"])
            rows = shifts(part, text)
            if rows is not None:
                alike.append(((notebook, number), part, rows))
    if not alike:
        _Now.part = _Now.below = None
        return None
    after = [each for each in alike if _Now.cell and each[0][0] is _Now.cell[0] and each[0][1] > _Now.cell[1]]
    return _begun(*(after or alike)[0])


def _begun(cell: _Cell, part: Part, rows: Any) -> Any:
    _Now.cell, _Now.part = cell, part
    _Now.below = given_to_magic(part) if part.is_for_a_magic else None
    return cell, part, rows


def _observe(tree: ast.Module, filename: str, of: _Cell, part: Part, rows: Any) -> None:
    notebook, number = of
    cell = notebook["cells"][number]
    name = _name(of)
    if part.is_for_a_magic:
        evidence.write("file", path=name, status="magic")
        return
    captures = [capture for capture in cell["captures"] if part.holds(capture["place"])]
    here = {capture["id"] for capture in captures}
    stands = {capture["id"]: moved(capture["place"], part, rows) for capture in captures}
    able = [{"id": identity, "place": place} for identity, place in stands.items() if place is not None]
    wanted = [site for site in notebook["sites"] if not here.isdisjoint(captures_of(site))]
    mentioned = [site for site in notebook["sites"] if not here.isdisjoint(site["roles"].values())]
    made = copy.deepcopy(tree)  # if anything fails, what IPython has stays as it is
    last = made.body[-1] if made.body else None
    placed = rewrite.put_captures(made, {"captures": able, "sites": mentioned})
    placed -= _keep_last(made, last)
    has_waits = _let_monitors_see(made, filename, of, origins(part, rows))
    ast.fix_missing_locations(made)
    tree.body[:] = made.body
    if placed or has_waits:
        _give_handle(tree)
    _missing.update((identity, place is None) for identity, place in stands.items() if identity not in placed)
    for identity in placed:
        _missing.pop(identity, None)
    lines = {capture["id"]: (capture["place"][0], capture["place"][2]) for capture in able}
    ready = [site for site in wanted if _missing.keys().isdisjoint(captures_of(site)) and -1 not in captures_of(site)]
    for site in ready:
        sites.add(site, filename, lines)
    if notebook["sites"]:
        evidence.write("file", path=name, status="rewritten", placed=[site["id"] for site in ready], **_unplaced())


def _let_monitors_see(tree: ast.Module, filename: str, of: _Cell, rows: dict[int, tuple[int, int]]) -> bool:
    """Let monitors find places in a checked cell; whether its tree tells of waits for a device, too."""
    if of[0]["path"] not in plan.checked:
        return False
    cell = places.Cell(_name(of), rows)
    places.add_cell(filename, cell)
    if not plan.waits:
        return False

    def add(node: Any, kind: str) -> int:
        return waits.add(cell.place(*rewrite.place_of(node)) or (cell.name, 1, -1, 1, -1), kind)

    quietly("waits", put_waits, tree, add)
    return True


def _name(of: _Cell) -> str:
    """What the records call a cell."""
    notebook, number = of
    return f"{notebook['path']}:cell {notebook['cells'][number]['number']}"


def _unplaced() -> dict[str, list[int]]:
    """The sites for which a capture is missing, and of these the ones where a magic has it."""
    lost, in_magics = [], []
    for notebook in plan.notebooks:
        for site in notebook["sites"]:
            missing = [_missing[capture] for capture in captures_of(site) if capture in _missing]
            lost += [site["id"]] if missing else []
            in_magics += [site["id"]] if any(missing) else []
    return {"lost": lost, "in_magics": in_magics}


def _keep_last(tree: ast.Module, last: Any) -> set[int]:
    """Leave the last statement the last: IPython shows its value. The captures for which there is no way."""
    if last is None or tree.body[-1] is last:
        return set()
    place = next(number for number, statement in enumerate(tree.body) if statement is last)
    added: list[Any] = tree.body[place + 1 :]
    del tree.body[place + 1 :]
    if isinstance(last, ast.Expr):
        values = ast.Tuple([last.value, *(each.value for each in added)], ast.Load())
        last.value = ast.copy_location(ast.Subscript(values, ast.Constant(0), ast.Load()), last.value)
    elif getattr(_shell(), "ast_node_interactivity", "") == "last_expr_or_assign":
        return {each.value.args[0].value for each in added}
    else:
        tree.body += [ast.copy_location(ast.If(each.value, [ast.Pass()], []), each) for each in added]
    return set()


def _shell() -> Any:
    """The shell of this process, if IPython says which one that is."""
    module = sys.modules.get("IPython.core.getipython")
    return module.get_ipython() if module is not None else None


def names_of_user() -> dict[str, Any]:
    """The global names of cells; empty without a shell."""
    names = getattr(_shell(), "user_global_ns", None)
    return names if isinstance(names, dict) else {}


def _give_handle(tree: ast.Module) -> None:
    """Let the cell find what captures call: torch.compile wants a global name."""
    names = names_of_user()
    if names:
        names[HANDLE] = capture
    else:
        tree.body.insert(0, ast.fix_missing_locations(ast.Import([ast.alias(rewrite.CAPTURE, HANDLE)])))
