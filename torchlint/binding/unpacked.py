"""What a call is given out of a dict that it unpacks: `DataLoader(data, **settings)`."""

from __future__ import annotations

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import resolved_expression, uses
from torchlint.syntax import tree

# What may give an entry another value: `settings["shuffle"] = False`, `settings["batch_size"] *= 2`, `del ...`.
_CHANGES = (tree.Assign, tree.AugmentedAssign, tree.Delete)


def unpacked(syntax: tree.Tree, call: tree.Call, keyword: str) -> tree.Expression | None:
    """What a call is given for a keyword by a dict that is written in this file, and that nothing changes."""
    for argument in call.args:
        if argument.star == "**" and _is_as_written(syntax, argument.value):
            made = _attribute(syntax, argument.value) or resolved_expression(syntax, argument.value)
            found = _entries(made).get(keyword)
            if found is not None:
                return found
    return None


def _entries(made: tree.Node) -> dict[str, tree.Expression]:
    """The entries of `{"shuffle": True}` or `dict(shuffle=True)`."""
    if isinstance(made, tree.Dict):
        pairs = zip(made.keys, made.values)
        return {str(key.value): value for key, value in pairs if isinstance(key, tree.Constant)}
    if isinstance(made, tree.Call) and tree.dotted(made.func) == "dict":
        return {argument.keyword: argument.value for argument in made.args if argument.keyword}
    return {}


def _is_as_written(syntax: tree.Tree, value: tree.Expression) -> bool:
    """Whether a dict has no name, or one that is only unpacked, and read by its keys."""
    if isinstance(value, tree.Attribute):
        return _attribute(syntax, value) is not None
    if not isinstance(value, tree.Name):
        return isinstance(value, (tree.Dict, tree.Call))
    return all(_only_reads(syntax, name) for name in uses(syntax, value))


def _attribute(syntax: tree.Tree, value: tree.Expression) -> tree.Expression | None:
    """What the one assignment in a class gives an attribute of `self` that is only unpacked, and read by its keys."""
    cls = syntax.above(value, tree.ClassDef) if isinstance(value, tree.Attribute) else None
    name = tree.dotted(value) or ""
    if cls is None or not name.startswith("self.") or name.count(".") != 1:
        return None
    given = assignments_to(syntax, cls, name)
    if len(given) != 1 or given[0].kind != "assignment":
        return None
    target = given[0].target
    return given[0].value if target is not None and syntax.once(_is_only_read, target) else None


def _is_only_read(syntax: tree.Tree, target: tree.Node) -> bool:
    """Whether a class's dict is as it was assigned to this attribute: nothing else in the file may change it."""
    assert isinstance(target, tree.Attribute)
    cls = syntax.above(target, tree.ClassDef)
    others = (one for one in syntax.all(tree.Attribute) if one.attr == target.attr and one is not target)
    return all(_only_reads(syntax, one) or _is_of_another_class(syntax, one, cls) for one in others)


def _is_of_another_class(syntax: tree.Tree, attribute: tree.Attribute, cls: tree.Node | None) -> bool:
    """Whether an attribute is one of `self` in a class that does not derive from this one: it has a dict of its own."""
    own = syntax.above(attribute, tree.ClassDef)
    if own is cls or not isinstance(own, tree.ClassDef) or not isinstance(cls, tree.ClassDef):
        return False
    bases = {tree.last_part(base.value) for base in own.bases}
    return tree.dotted(attribute.value) == "self" and cls.name not in bases


def _only_reads(syntax: tree.Tree, name: tree.Expression) -> bool:
    above = syntax.parents.get(name)
    if isinstance(above, tree.Subscript):
        return above.value is name and not isinstance(syntax.parents.get(above), _CHANGES)
    return isinstance(above, tree.Argument) and above.star == "**"
