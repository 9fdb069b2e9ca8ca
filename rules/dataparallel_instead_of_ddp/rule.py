from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="distributed", severity="info", symptoms="gpu-idle", default=False, words="DataParallel data_parallel")
def check(file: File) -> Findings:
    """`nn.DataParallel` drives all GPUs from one process and copies the model to each of them in every forward."""
    for call in detect.data_parallels(file):
        yield finding(
            call,
            f"`{call}` copies the model to each GPU in every forward; use `DistributedDataParallel`",
        )
