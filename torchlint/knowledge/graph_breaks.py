"""What TorchDynamo has no graph for: calls after which torch.compile begins another graph (torch 2.13)."""

from __future__ import annotations

# Builtins, by their names.
BUILTINS = frozenset(("print", "input", "open", "breakpoint"))
# Functions of Python and NumPy, which leave the graph to run.
FUNCTIONS = frozenset(
    """time.time time.perf_counter time.monotonic time.process_time time.sleep warnings.warn
    random.random random.uniform random.randint random.choice numpy.random.rand numpy.random.randn numpy.random.uniform
    logging.debug logging.info logging.warning logging.error
    torch.save torch.manual_seed torch.equal torch.allclose""".split()
)
# Methods of tensors that give a number of Python's; without arguments, they are functions of the values only.
NUMBERS = frozenset(("item", "tolist"))
# Functions whose output has a shape that depends on values, as in `torch.nonzero(x)`.
SHAPES = frozenset(("torch.nonzero", "torch.Tensor.nonzero", "torch.unique", "torch.masked_select", "torch.argwhere"))
# Builtins that ask a tensor for its number.
CONVERSIONS = frozenset(("float", "int", "bool"))
# Decorators that keep a function out of what is compiled.
NOT_COMPILED = frozenset(("disable", "allow_in_graph", "custom_op"))
# Settings with which numbers and such shapes stay in the graph.
KEEPS_NUMBERS = "capture_scalar_outputs"
KEEPS_SHAPES = "capture_dynamic_output_shape_ops"
