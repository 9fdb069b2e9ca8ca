"""What PyTorch's operations mean, where its generated table is silent: the hand-written data/torch_operations.txt.

Each column of that file answers one question; a name may be in several. Names are the last parts that methods,
functions and layers are called by: `operations("reshape")` has "view", and `columns_of("view")` has "reshape". A new
name goes into every column whose line here is true of it; a new column is a question that more than one name answers,
and more than one place might ask.

Operations on tensors, methods and functions. A column in parentheses is part of the one before it.

    Views of the same memory (VIEWS has all five):
    reshape                 another shape
      (reshape-to-sizes)    ... which is given size by size
      (view-if-possible)    ... and a copy, where a view can't have it
    transpose               another order of dimensions
    select                  a part
    split                   several parts
    detach                  the same tensor, without its graph

    Copies:
    copy                    the same numbers in new memory, where they must be
    rearrange               other places in the same shape: `flip`, `tril`
    gather                  the numbers at given positions
    repeat                  the same numbers several times
    join                    one tensor of several
    adds-dimension          views and copies that people use to get another number of dimensions: `view`, `stack`

    Type and place:
    cast (cast-float)       another type of numbers
    move                    to a device
    fetch                   to Python or to the host
    metadata (placement)    what is known without looking at a number; on which device that is
    one-device              losses, layers as functions, transforms of windows: all their tensors must be on one device

    Each number by itself, or with those at its place in other tensors (POINTWISE has those that compute):
    unary                   of one tensor
    binary                  of several
      (division)            ... their quotient, which is a fraction of whole numbers, too
      (extremum)            ... the larger or the smaller of two
    arithmetic              `+ - * / // % **` by name, division among them
    clamp                   limited to a range
    choice                  taken from one tensor or another by a mask
    dropout                 zero by chance
    comparison              true or false, by a comparison or a property
    logical, bitwise        and, or, not: as booleans; of the bits of whole numbers

    Several numbers into one:
    reduction (sum-or-mean) along dimensions, or of a whole tensor
    measure                 one property of a whole tensor, or of two: `equal`, `trace`
    scan                    running totals
    product (affine)        sums of products; layers as functions
      (convolution)         ... over positions: (batch, channels, positions) in and out
    pool                    the largest or the mean in windows of positions
    gate                    one half of a dimension times a function of the other

    What comes out, whatever goes in:
    boolean                 true or false; `all` and `any` of bytes give a byte
    integer                 positions and counts
    values-and-indices      a pair of them, when a dimension is given
    total                   grows with how many numbers there are
    undefined-when-empty    NaN or an error, of no numbers
    dim-first               the dimension is the first argument

    In place only (WITHOUT_ARITHMETIC has what computes no number):
    overwrite (fill)        what was there before is lost; to one number
    mark                    neither numbers nor shape change
    resize                  the shape changes, and no number is computed

    New tensors:
    create-anew             of sizes and numbers, and of no tensor
      (create-from-sizes)   ... sizes one by one
      (create-1d)           ... with one dimension, always
    create-like             as large as a tensor that is given
    create-from-data        of lists, arrays and the like
    constant                the same numbers on every device
    with-zeros              zeros may be among the numbers; fills and initializers, too
    without-zeros           no zeros but by chance; memory that is still to be filled counts, and so do initializers

    What the numbers are:
    sigmoid, softmax, log-softmax, log-sigmoid, tanh, relu: results of these, by whatever name; of layers, too
    logarithm, root         results of these, whatever the base
    positive                more than 0
    within-1                from -1 to 1

    Derivatives:
    steep-at-0, steep-at-1, steep-when-large: where they are infinite
    saves-result            backward computes with the result

    The rest:
    unchanged-when-new      gives a tensor itself that is as new ones are: on the CPU, float32, contiguous
    ndarray                 NumPy's arrays have it, too, and it is called alike
    loss-of-difference      a loss that subtracts a target from an input, and broadcasts both; of layers, too

Layers (`of="torch.nn"`); the columns above mean the same of them.

    container               holds modules, and has no code of its own but for calling them
    given-layers (container)        is made of modules that it is given
    has-layers (given-layers)       has modules inside, which have a mode of their own
    recurrent               runs over steps, and returns its state
    batch-norm, instance-norm       normalises, and may keep statistics
    activation              a nonlinear function without trained weights, PReLU apart

Methods of a module (`of="torch.nn.Module"`); "cast" and "move" are in place here.

    distinctive (hook)      whatever has such a method is a module; those that register hooks of forward and backward
    mode                    sets train or eval
    submodules, tensors     goes over modules; over parameters or buffers
    register                adds a module, a parameter or a buffer
    state                   reads or writes the state dict

Other sections:

    torch.nn.init           "with-zeros", "without-zeros"
    torch.nn.utils.rnn      pack: packs or pads sequences, or undoes it
    torch.autograd          contexts. grad-off, grad-on: may turn gradients off, on; acts-when-called: acts already when
                            it is called, and entering it only limits for how long
    torch.amp               mixed-precision
    torch.distributed       collective: every process must take part; point-to-point: two processes
    torch.cuda              starts-cuda: starts CUDA in this process, or asks its driver for devices
    torch.accelerator       devices, and what measures there. asks-for-devices: which there are; wait: for work to end;
                            instrument: measures or records what runs
    torch.random            seed: seeds a device's generator with a number
    torch.Generator         set-state: puts a generator into another state
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from torchlint.knowledge.torch_api import canonical, fact

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader

Column = Literal[
    "reshape-to-sizes", "view-if-possible", "reshape", "transpose", "select", "split", "detach", "copy",
    "rearrange", "gather", "repeat", "join", "adds-dimension", "cast-float", "cast", "move", "fetch", "placement",
    "metadata", "one-device", "unary", "division", "extremum", "binary", "arithmetic", "clamp", "choice", "dropout",
    "comparison", "bitwise", "logical", "sum-or-mean", "reduction", "measure", "scan", "convolution", "affine",
    "product", "pool", "gate", "boolean", "integer", "values-and-indices", "total", "undefined-when-empty",
    "dim-first", "fill", "overwrite", "mark", "resize", "create-from-sizes", "create-1d", "create-anew",
    "create-like", "create-from-data", "constant", "with-zeros", "without-zeros", "sigmoid", "softmax",
    "log-softmax", "log-sigmoid", "tanh", "relu", "logarithm", "root", "positive", "within-1", "steep-at-0",
    "steep-at-1", "steep-when-large", "saves-result", "unchanged-when-new", "ndarray", "loss-of-difference",
    "container", "given-layers", "has-layers", "recurrent", "batch-norm", "instance-norm", "activation", "hook",
    "distinctive", "mode", "submodules", "tensors", "register", "state", "pack", "grad-off", "grad-on",
    "acts-when-called", "mixed-precision", "collective", "point-to-point", "starts-cuda", "asks-for-devices",
    "wait", "instrument", "seed", "set-state",
]  # fmt: skip
Section = Literal[
    "torch.Tensor",
    "torch.nn",
    "torch.nn.Module",
    "torch.nn.init",
    "torch.nn.utils.rnn",
    "torch.autograd",
    "torch.amp",
    "torch.distributed",
    "torch.cuda",
    "torch.accelerator",
    "torch.random",
    "torch.Generator",
]

# The columns of operations that give a view of the memory of what they are given.
VIEWS: tuple[Column, ...] = ("reshape", "transpose", "select", "split", "detach")
# The columns of operations that compute each number from the numbers at its place.
POINTWISE: tuple[Column, ...] = ("unary", "binary", "clamp", "choice", "dropout")
# The columns of operations whose result has the shape of several tensors that are spread to each other's.
SPREADING: tuple[Column, ...] = ("binary", "choice", "comparison", "logical", "bitwise")
# The columns of operations that compute no number when they work in place.
WITHOUT_ARITHMETIC: tuple[Column, ...] = (*VIEWS, "mark", "resize")


class Table(NamedTuple):
    """The data file in memory."""

    namespaces: dict[Section, tuple[str, ...]]  # by the first of them
    columns: dict[Section, dict[Column, frozenset[str]]]
    names: dict[Section, dict[str, frozenset[Column]]]


@lru_cache(1024)
def operations(*columns: Column, of: Section = "torch.Tensor") -> frozenset[str]:
    """The names that have any of these columns, by their last parts; in place variants are not among them."""
    known = _table().columns[of]
    return frozenset().union(*(known.get(column, frozenset()) for column in columns))


@lru_cache(8192)
def columns_of(name: str, of: Section = "torch.Tensor") -> frozenset[Column]:
    """The columns of a name; one in place (`relu_`) has those of the operation whose result it writes back, too."""
    known = _table().names[of]
    found = known.get(name, frozenset())
    return found | known.get(name[:-1], frozenset()) if _is_in_place(name, of) else found


def _is_in_place(name: str, of: Section) -> bool:
    """Whether a name is an operation's with `_` appended: `relu_`, and not `normal_`, which fills what is there."""
    if not name.endswith("_"):
        return False
    spaces = [space for space in _table().namespaces[of] if fact(f"{space}.{name}") is not None]
    plain = (fact(f"{space}.{name[:-1]}") for space in spaces)
    return any(known is not None and known.kind in ("function", "method") for known in plain)


def has_column(name: str, *columns: Column, of: Section = "torch.Tensor") -> bool:
    """Whether a name, or the operation that it is the in place variant of, has any of these columns."""
    return not columns_of(name, of).isdisjoint(columns)


@lru_cache(1024)
def full_names(*columns: Column, of: Section = "torch.Tensor") -> frozenset[str]:
    """The documented names of what has any of these columns: "torch.sqrt", "torch.Tensor.sqrt"."""
    return frozenset().union(*(spellings(name, of=of) for name in operations(*columns, of=of)))


@lru_cache(1024)
def full_names_in_place(*columns: Column) -> frozenset[str]:
    """The documented names of the in place variants of what has any of these columns: "torch.Tensor.sqrt_"."""
    return frozenset().union(*(spellings(f"{name}_") for name in operations(*columns)))


@lru_cache(1024)
def spellings(*names: str, of: Section = "torch.Tensor") -> tuple[str, ...]:
    """Every documented name that operations have: of "where", "torch.where" and "torch.Tensor.where"."""
    full = (f"{namespace}.{name}" for name in names for namespace in _table().namespaces[of])
    return tuple(name for name in full if fact(name) is not None and canonical(name) == name)


# What gives each number's place something, by what stands there, beside it or before it.
_SHAPE_KEPT: tuple[Column, ...] = (
    *POINTWISE,
    "comparison",
    "logical",
    "bitwise",
    "softmax",
    "log-softmax",
    "scan",
    "cast",
    "move",
    "copy",
    "detach",
    "mark",
    "fill",
    "create-like",
)


@cache
def keeps_shape(name: str) -> bool:
    """Whether the result of an operation has the shape of what it works on, if need be spread to that of others."""
    return has_column(name, *_SHAPE_KEPT) and not has_column(name, "values-and-indices")


@cache
def keeps_rank(name: str) -> bool:
    """Whether the result of an operation has as many dimensions as what it works on."""
    return keeps_shape(name) or has_column(name, "transpose", "rearrange", "gate")


def namespaces(of: Section = "torch.Tensor") -> tuple[str, ...]:
    """Where the names of a section are defined: "torch", "torch.nn.functional" and more for operations on tensors."""
    return _table().namespaces[of]


@cache
def _table() -> Table:
    """The parsed table, when something is asked for the first time."""
    path = Path(__file__).parent.parent / "data" / "torch_operations.txt"
    loader = cast("ResourceLoader", __spec__.loader)  # reads out of a zip too
    return parse(loader.get_data(str(path)).decode())


def parse(text: str) -> Table:
    """The table written in the format that the head of data/torch_operations.txt explains."""
    table = Table({}, {}, {})
    section: Section = "torch.Tensor"
    for namespaces, column, names in lines(text):
        section = cast(Section, namespaces[0])
        table.namespaces[section] = namespaces
        columns = table.columns.setdefault(section, {})
        known = table.names.setdefault(section, {})
        plain = (name for name in names if not name.startswith("+"))
        parts = (columns[cast(Column, name[1:])] for name in names if name.startswith("+"))
        columns[column] = columns.get(column, frozenset()).union(plain, *parts)
        for name in columns[column]:
            known[name] = known.get(name, frozenset()) | {column}
    return table


def lines(text: str) -> Iterator[tuple[tuple[str, ...], Column, list[str]]]:
    """Each line of names, `+column` among them, with its namespaces and its column."""
    namespaces: tuple[str, ...] = ()
    column = ""
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        if not line.startswith(" "):
            namespaces = tuple(line.split())
            continue
        names = line
        if not line.startswith("  "):
            column, _, names = line.strip().partition(":")
        yield namespaces, cast(Column, column), names.split()


# Operations that compute something about a tensor, which nobody takes for a changed version of it. Those that return
# several tensors, and losses, are such queries too; `sort` is not, since a list sorts itself.
_ABOUT: tuple[Column, ...] = ("reduction", "measure", "integer", "comparison", "logical", "bitwise", "product")


@cache
def is_query(name: str) -> bool:
    """Whether an operation computes something about a tensor: calling it for nothing is surely a mistake."""
    return has_column(name, *_ABOUT)


# Operations of which is asked whether backward comes through them; `x.pow(0.5)` is a root, too.
WATCHED = operations("root", "steep-at-1") | {"sqrt_", "pow", "pow_", "where", "masked_fill"}
