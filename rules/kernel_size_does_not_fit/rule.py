from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="crash",
    words="Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d "
    "LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d "
    "AvgPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d "
    "AdaptiveMaxPool3d",
    preview=True,
)
def check(file: File) -> Findings:
    """A `kernel_size` or `stride` with two numbers does not fit `nn.Conv1d`: the first forward raises an error."""
    if testing.is_part_of_tests(file):
        return  # a test may want the error
    for given in detect.misfits(file):
        numbers = "number" if given.count == 1 else "numbers"
        dimensions = "dimension" if given.dimensions == 1 else "dimensions"
        instead = f"use `nn.{given.instead}`" if given.instead else f"pass {given.dimensions}"
        yield finding(
            given,
            f"`{given.name}` has {given.count} {numbers}, but `nn.{given.layer}` slides over {given.dimensions} "
            f"{dimensions}, so the forward raises; {instead}",
            fix=Fix("Use the layer of that many dimensions", given.call.rename(f"torch.nn.{given.instead}"), safe=False)
            if given.instead
            else None,
        )
