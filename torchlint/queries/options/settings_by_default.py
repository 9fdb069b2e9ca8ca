"""What an option is unless somebody sets it: of a command line, or a field of a settings class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def option_defaults(file: File, node: tree.Expression) -> Iterator[tree.Expression | None]:
    """The defaults of the options that `args.workers`, or a name for it, may mean; None among them where it has none.

    The file and those that use it may have `add_argument("--workers", default=4)`; a settings class has a field.

    Example:
        numbers = [tree.integer_literal(one) for one in options.option_defaults(file, count.node)]
    """
    held = resolved_expression(file.tree, node)
    if isinstance(held, tree.Call) and tree.dotted(held.func) == "int" and len(held.args) == 1:
        held = resolved_expression(file.tree, held.args[0].value)
    if not isinstance(held, tree.Attribute):
        return
    for syntax in (file.tree, *_users(file, held.attr)):
        for call in syntax.all(tree.Call):
            if tree.last_part(call.func) == "add_argument" and held.attr in _options(call):
                given = {one.keyword: one.value for one in call.args if one.keyword}
                yield given.get("default")
    yield from _fields(file, held)


def _fields(file: File, held: tree.Attribute) -> Iterator[tree.Expression | None]:
    """The value that the class of a settings object, in whatever file, gives a field: `workers: int = 4`."""
    cls = file.value(held.value).value.ref if file.holds(held) else None
    for one in cls.lineage if isinstance(cls, Class) else ():
        fields = [
            f for f in one.node.body if isinstance(f, tree.AnnotatedAssign) and tree.dotted(f.target) == held.attr
        ]
        if fields:
            yield fields[-1].value
            return


def _options(call: tree.Call) -> list[str]:
    """The attributes that the value of an option may be found under."""
    written = [a.value.value for a in call.args if a.keyword in (None, "dest") and isinstance(a.value, tree.Constant)]
    return [text.lstrip("-").replace("-", "_") for text in written if isinstance(text, str)]


def _users(file: File, name: str) -> Iterator[tree.Tree]:
    around = file.project_files
    if around is not None:
        words = dict.fromkeys((name, name.replace("_", "-")))
        mentioning = {place for one in words for place in around.files_mentioning("add_argument", one)}
        yield from around.trees(place for place in around.users(file.place) if place in mentioning)
