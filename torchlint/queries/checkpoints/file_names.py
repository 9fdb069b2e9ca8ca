"""What the code says of a file's path: `f"{folder}/epoch_{n}.pt"` is `{}/epoch_{}.pt`, `args.path` is `{args.path}`.

Such a template is the text of a path in which braces stand for what is not known, with the name of the setting that it
comes from, if it has one. Two places speak of one file if their templates fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import only_definition, reaching_definition, resolved_expression
from torchlint.syntax import tree

UNKNOWN = "{}"
_DEEPEST = 8
_HOLE = re.compile(r"\{[^{}]*\}")
_VARIES = re.compile(r"\{[^{}]*\}|\d+")  # from one file to the next
_ENDING = re.compile(r"(?:\.\w+)+$")
_FORMAT = re.compile(r"%(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[sdifgex]")
_TEXTS = re.compile(r"""(?s)[a-zA-Z]*("{3}|'{3}|"|')(.*?)\1""")
# What gives the same path in another form, by the argument or by the object whose method it is.
_OF_ARGUMENT = frozenset("open Path PurePath str fspath abspath expanduser realpath normpath GzipFile".split())
_OF_RECEIVER = frozenset("open resolve absolute expanduser as_posix".split())


def templates_of(syntax: tree.Tree, path: tree.Node) -> frozenset[str]:
    """The templates of a path, or of an open file, that tell it from others: as written, and with defaults put in."""
    return syntax.once_in_file(_templates_of, path)


def _templates_of(syntax: tree.Tree, path: tree.Node) -> frozenset[str]:
    text = _template(syntax, path)
    texts = [text, _HOLE.sub(lambda hole: next(defaults_of(syntax, hole[0][1:-1]), hole[0]), text)]
    return frozenset(text for text in map(_normal, texts) if _says_something(_last(text)))


def fit(loaded: str, saved: str) -> bool:
    """Whether what is loaded may be what is saved; where a setting holds its name, that has to be the same."""
    if _HOLE.fullmatch(_last(loaded)) or _HOLE.fullmatch(_last(saved)):
        return loaded == saved
    (folder, _, name), (other_folder, _, other_name) = loaded.rpartition("/"), saved.rpartition("/")
    if not _matches(name, other_name):
        return False
    if _HOLE.fullmatch(other_folder) and not _HOLE.search(folder):
        return not folder  # files of that name may be saved anywhere, unless a folder is written out
    return _matches(folder, other_folder)


def is_name_known(template: str) -> bool:
    """Whether the name of the file itself is written in the code, at least a part of it."""
    return _HOLE.fullmatch(_last(template)) is None


def _matches(one: str, other: str) -> bool:
    if "{" not in one and "{" not in other:
        return one == other
    return any(_pattern(a).fullmatch(_plain(b)) is not None for a, b in ((one, other), (other, one)))


def word_of(template: str) -> str:
    """A text that a file which speaks of the same file has to hold."""
    last = _last(template)
    return re.findall(r"\w+", last)[-1] if _HOLE.fullmatch(last) else max(_VARIES.split(last), key=len)


def _normal(text: str) -> str:
    """A path without its steps up and down from where the program runs."""
    return "/".join(part for part in re.split(r"[/\\]+", text) if part not in (".", ".."))


def _last(text: str) -> str:
    return text.rpartition("/")[2]


def _plain(text: str) -> str:
    return _HOLE.sub(UNKNOWN, text)


@lru_cache(maxsize=4096)
def _pattern(text: str) -> re.Pattern[str]:
    """What fits a template: anything stands for what is not known."""
    return re.compile(".+".join(map(re.escape, _plain(text).split(UNKNOWN))))


def _says_something(name: str) -> bool:
    """Whether a name tells a file from others: more than an ending behind something unknown."""
    if _HOLE.fullmatch(name):
        return name != UNKNOWN
    parts = _HOLE.split(name)
    stem = _ENDING.sub("", "".join(parts))
    return sum(map(str.isalpha, stem)) >= (1 if len(parts) == 1 else 2)


def _template(syntax: tree.Tree, node: tree.Node, depth: int = 0) -> str:
    if depth > _DEEPEST:
        return UNKNOWN

    def inner(part: tree.Node) -> str:
        return _template(syntax, part, depth + 1)

    if isinstance(node, tree.Constant):
        return node.value if isinstance(node.value, str) else UNKNOWN
    if isinstance(node, tree.FormattedString):
        return _of_formatted(syntax, node, inner)
    if isinstance(node, tree.BinaryOp):
        return _of_operator(node, inner)
    if isinstance(node, tree.Call):
        return _of_call(node, inner)
    origin = _origin(syntax, node)
    if origin is not None:
        return inner(origin)
    setting = _setting(syntax, node)
    return f"{{{setting}}}" if setting else UNKNOWN


Inner = Callable[[tree.Node], str]


def _of_formatted(syntax: tree.Tree, node: tree.FormattedString, inner: Inner) -> str:
    """The text of an f-string, with what is known of the expressions in it."""
    text = "".join(match[2] for match in _TEXTS.finditer(syntax.text_of(node)))
    for value in node.values:
        before, found, after = text.partition("{" + syntax.text_of(value))
        if not found:
            return UNKNOWN
        text = before + inner(value).replace("{", "\0").replace("}", "\1") + after.partition("}")[2]
    return text.replace("\0", "{").replace("\1", "}")


def _of_operator(node: tree.BinaryOp, inner: Inner) -> str:
    """`folder / name`, `folder + name` and `name % values`."""
    if node.op == "%":
        return _FORMAT.sub(UNKNOWN, inner(node.left))
    if node.op in ("+", "/"):
        left, right = inner(node.left), inner(node.right)
        return UNKNOWN if left == right == UNKNOWN else left + node.op.strip("+") + right  # `n + 1` is a number
    return UNKNOWN


def _of_call(node: tree.Call, inner: Inner) -> str:
    """Paths that are joined or formatted, opened files, and paths in another form."""
    name, given = tree.last_name(node.func), [a.value for a in node.args if a.keyword is None and not a.star]
    held = node.func.value if isinstance(node.func, tree.Attribute) else None
    if name in ("join", "joinpath") and given:
        return "/".join(map(inner, given))
    if name == "format" and isinstance(held, tree.Constant):
        return _HOLE.sub(UNKNOWN, inner(held))
    if name in _OF_RECEIVER and held is not None and tree.dotted(held) not in ("io", "gzip", "bz2", "lzma", "codecs"):
        return inner(held)
    return inner(given[0]) if name in _OF_ARGUMENT and given else UNKNOWN


def _origin(syntax: tree.Tree, node: tree.Node) -> tree.Node | None:
    """What a name or an attribute of `self` is assigned; for a parameter, its default; for `with`, what is opened."""
    if isinstance(node, tree.Attribute):
        return _assigned_to_self(syntax, node) if tree.dotted(node.value) == "self" else None
    if not isinstance(node, tree.Name):
        return None
    bound = resolved_expression(syntax, node)
    if bound is not node:
        return bound
    definition = reaching_definition(syntax, node) or only_definition(syntax, node)
    if definition is None:
        return None
    if isinstance(definition.node, tree.Parameter):
        return definition.node.default
    return definition.source if definition.kind == "with" else definition.value


def _assigned_to_self(syntax: tree.Tree, node: tree.Attribute) -> tree.Node | None:
    """The one thing that the class around assigns to an attribute."""
    owner = syntax.above(node, tree.ClassDef)
    found = assignments_to(syntax, owner, tree.dotted(node) or "") if owner is not None else ()
    return found[0].value if len(found) == 1 else None


def _setting(syntax: tree.Tree, node: tree.Node) -> str:
    """The name by which any file may speak of a setting: `args.path`, `config["path"]`, `settings.PATH`; or nothing."""
    if isinstance(node, tree.Subscript):
        held, key = _setting(syntax, node.value) or tree.dotted(node.value), node.index
        return f"{held}.{key.value}" if held and isinstance(key, tree.Constant) and isinstance(key.value, str) else ""
    name = tree.dotted(node) or ""
    first, _, rest = name.partition(".")
    meaning = syntax.once_of_all(_imported).get(first)
    if meaning is not None:
        return ".".join([*meaning.split("."), *rest.split(".")][-2:] if rest else meaning.split(".")[-2:])
    return name if rest and first not in ("self", "cls") else ""


def _imported(syntax: tree.Tree) -> dict[str, str]:
    """What imported names stand for, those of relative imports too."""
    found = {}
    statements: list[tree.Import | tree.ImportFrom] = [*syntax.all(tree.Import), *syntax.all(tree.ImportFrom)]
    for statement in statements:
        of = f"{statement.module or ''}." if isinstance(statement, tree.ImportFrom) else ""
        for alias in statement.names:
            if of or alias.asname or "." not in alias.name:
                found[alias.asname or alias.name] = f"{of}{alias.name}".lstrip(".")
    return found


def defaults_of(syntax: tree.Tree, setting: str) -> Iterator[str]:
    """What a setting is if nobody sets it: an option's default, or what a class of settings says."""
    name = setting.rpartition(".")[2]
    if not name:
        return
    for call in syntax.all(tree.Call):
        if tree.last_part(call.func) == "add_argument":
            options = [a.value.value for a in call.args if a.keyword is None and isinstance(a.value, tree.Constant)]
            if any(str(option).lstrip("-").replace("-", "_") == name for option in options):
                yield from (_template(syntax, a.value) for a in call.args if a.keyword == "default")
    for cls in syntax.all(tree.ClassDef):
        for statement in cls.body:
            if isinstance(statement, (tree.Assign, tree.AnnotatedAssign)) and statement.value is not None:
                if any(isinstance(t, tree.Name) and t.id == name for t in tree.targets(statement)):
                    yield _template(syntax, statement.value)
