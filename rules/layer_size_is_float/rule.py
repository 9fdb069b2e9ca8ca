from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect

_LAYERS = "Linear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d LSTM GRU RNN Embedding LayerNorm BatchNorm2d"


@rule(group="training", severity="error", symptoms="crash", words=_LAYERS)
def check(file: File) -> Findings:
    """Layer sizes must be ints, and `/` always gives a float, so creating the layer raises a TypeError."""
    for size in detect.float_sizes(file):
        if testing.is_tried(size.layer):
            continue  # called to see whether it raises
        yield finding(
            size,
            f"`{size}` is a float, so `{size.layer.callee}` raises a TypeError; divide with `//`",
            related=() if size.is_divided_here else (size.division.says("this division"),),
        )
