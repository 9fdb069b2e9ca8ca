from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="error",
    symptoms="crash distributed-run-hangs",
    words="--local_rank",
    preview=True,
)
def check(file: File) -> Findings:
    """Launchers of PyTorch 2 pass `--local-rank`, or set `LOCAL_RANK`; a parser of `--local_rank` gets neither."""
    if testing.is_part_of_tests(file):
        return  # a test starts its processes itself
    for option in detect.options_without_rank(file):
        yield finding(
            option,
            "`torch.distributed.launch` passes `--local-rank` since PyTorch 2.0, not `--local_rank`; accept both"
            if option.is_read_elsewhere
            else "`--local_rank` gets no value: PyTorch 2 passes `--local-rank` or sets `LOCAL_RANK`; accept both",
            sure=option.is_certain,
        )
