from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect

_LAYERS = "Linear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d LSTM GRU RNN Embedding LayerNorm BatchNorm2d"


@rule(group="training", severity="error", symptoms="crash", words=_LAYERS)
def check(file: File) -> Findings:
    """Layers take whole numbers as sizes, and `/` gives a float even where it comes out even, so making one fails."""
    for size in detect.float_sizes(file):
        if testing.is_tried(size.layer):
            continue  # run to see whether it raises
        yield finding(
            size,
            f"`{size}` is a float, and `{size.layer.callee}` fails with a TypeError; divide with `//`",
            related=() if size.is_divided_here else (size.division.says("this division"),),
        )
