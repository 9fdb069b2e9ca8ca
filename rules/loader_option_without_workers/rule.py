from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="data",
    severity="error",
    symptoms="crash",
    words="persistent_workers prefetch_factor multiprocessing_context timeout",
)
def check(file: File) -> Findings:
    """A DataLoader with `num_workers=0` raises if it is given a worker option such as `persistent_workers=True`."""
    for option in detect.options_of_workers(file):
        if testing.is_tried(option):
            continue  # called to see whether it raises
        yield finding(option, f"`{option}` raises {option.when}; {option.instead}", sure=option.is_sure)
