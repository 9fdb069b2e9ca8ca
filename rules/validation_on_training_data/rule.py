from torchlint import File, Findings, finding, rule
from torchlint.proofs import sample_overlap
from torchlint.queries import data, testing

from . import detect, detect_measured


@rule(group="evaluation", severity="warning", symptoms="validation-differs", words="train")
def check(file: File) -> Findings:
    """Validating on training data measures what the model has memorised, not how well it generalises."""
    if testing.is_part_of_tests(file):
        return  # tests use whatever data there is
    for use in data.trained_on(file):
        yield finding(
            use,
            f"`{use.name}` is used for both training and validation; validate on held-out samples",
            proof=sample_overlap(held_out=use, trained=use.trained) if use.trained and not use.is_unpacked else None,
            related=(use.trained.says("used for training here"),) if use.trained else (),
            sure=use.is_proven,
        )
    for held_out in detect.kept_for_training(file):
        taken = (held_out.part.says("taken here"),) if held_out.part else ()
        yield finding(
            held_out,
            f"all samples of `{held_out}` are in the training dataset, too; leave them out of that",
            related=(held_out.trained.says("used for training here"), *taken),
            sure=held_out.is_proven,
        )
    for measured in detect_measured.measured_on_training(file):
        what = f"`{measured.result}` is measured on" if measured.result else f"`{measured.parameter}` is given"
        yield finding(
            measured,
            f"{what} `{measured.data}`, which is for training; measure on held-out samples",
            sure=False,
        )
