from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(
    group="speed",
    severity="info",
    symptoms="gpu-idle",
    words="BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm",
    default=False,
)
def check(file: File) -> Findings:
    """A batch norm subtracts the bias of the layer before it, so `bias=False` gives the same output for less."""
    for layer in detect.biased(file):
        yield finding(
            layer,
            f"`{layer}` adds a bias that the following batch norm cancels; pass `bias=False`",
            fix=Fix("Pass bias=False", layer.put_last("bias=False"), safe=False),
            related=(layer.norm.says("this batch norm"),),
        )
