from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="api", severity="info", words="save")
def check(file: File) -> Findings:
    """`torch.save` of a whole module pickles its classes by name, and `torch.load` refuses it since PyTorch 2.6."""
    if testing.is_part_of_tests(file):
        return  # read back at once
    for saved in detect.saved_modules(file):
        if saved.is_in_memory or saved.has_own_pickler:
            continue  # a copy, or the size that it has; or the program knows how it pickles
        yield finding(
            saved.module,
            f"`{saved.module}` is pickled with its classes, which `torch.load` refuses; save `{saved.state}`",
            sure=saved.module.is_sure,
        )
