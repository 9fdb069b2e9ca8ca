from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="validation-differs", words="eval() train(False)")
def check(file: File) -> Findings:
    """`model.train()` puts submodules back in train mode, even those that the constructor had put in eval mode."""
    if testing.is_part_of_tests(file):
        return  # tests only create the module
    for part in detect.undone_evals(file):
        if part.is_kept or not part.is_used:
            continue  # put in eval mode again, or only returned
        if not part.is_trained_anywhere:
            continue  # nothing puts this module in train mode
        if not (part.has_known_layers or part.is_beside_others):
            continue  # a wrapper of some model that is evaluated
        what = f"what `{part}` has switched" if part.is_of_layers else f"`self.{part.part}`"
        yield finding(
            part,
            f"`{part.cls.name}.train()` puts {what} back in train mode; override `train` to {part.again}",
            sure=part.is_proven,
        )
