from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="api", severity="info", symptoms="checkpoint-does-not-load", words="save")
def check(file: File) -> Findings:
    """`torch.save(model)` pickles the whole object; since PyTorch 2.6, `torch.load` refuses such files by default."""
    if testing.is_part_of_tests(file):
        return  # loaded again right away
    told: dict[tuple[str, str, bool], list[detect.SavedModule]] = {}
    for saved in detect.saved_modules(file):
        if saved.is_in_memory or saved.has_own_pickler:
            continue  # saved to memory, to copy or measure it, or the program defines how it pickles
        told.setdefault((str(saved.module), saved.state, saved.is_sure), []).append(saved)
    for (code, state, is_sure), (first, *others) in told.items():  # the same code again has the same mend
        more = f" (and {len(others)} more)" if others else ""
        yield finding(
            first.module,
            f"`{code}` is pickled whole, which `torch.load` refuses by default{more}; save `{state}`",
            related=tuple(other.module.says("also here") for other in others),
            sure=is_sure,
        )
