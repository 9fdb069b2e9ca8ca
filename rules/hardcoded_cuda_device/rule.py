from torchlint import File, Findings, finding, rule
from torchlint.proofs import named_device
from torchlint.queries import testing

from . import detect


@rule(group="device", severity="info", symptoms="crash", default=False, words="cuda")
def check(file: File) -> Findings:
    """A hard-coded CUDA device fails on machines where PyTorch finds no GPU."""
    if testing.is_part_of_tests(file):
        return  # tests are skipped where there is no GPU
    places = list(detect.fixed_devices(file))
    if not places:
        return  # no device is hard-coded, or the program checks which exist
    first, *others = places
    more = f" ({len(places)} such places)" if others else ""
    where = "PyTorch finds no GPU"
    instead = 'use a `device` that is "cuda" only if `torch.cuda.is_available()`'
    if first.index:
        where, instead = f"PyTorch finds no `cuda:{first.index}`", "read the device from an option of the program"
    if first.falls_back:
        where, instead = "the program falls back to the CPU", "use the device that the program has chosen"
    yield finding(
        first,
        f"`{first}` fails where {where}{more}; {instead}",
        sure=first.is_proven,
        proof=named_device(before=first.before, at=first),
        related=tuple(other.says("and here") for other in others[:4]),
    )
