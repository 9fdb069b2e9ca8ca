from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import changed_input

from . import detect


@rule(group="training", severity="info", symptoms="accuracy-at-chance", default=False)
def check(file: File) -> Findings:
    """A function that modifies its argument in place also changes the tensor that its caller goes on to use."""
    for change in detect.changed_inputs(file):
        what = f"assigning to `{change}`" if change.is_assignment else f"`{change}`"
        if change.at is None and not change.is_of_a_dataset:
            yield finding(change, f"{what} also changes the caller's `{change.owned}`; {change.instead}", sure=False)
            continue  # no caller is known
        whose = "the dataset's stored" if change.is_of_a_dataset else "the caller's"
        yield finding(
            change,
            f"{what} also changes {whose} `{change.owned}`; {change.instead}",
            fix=Fix("Create a new tensor", change.out_of_place, safe=False),
            proof=changed_input(tensor=change.given, at=change.at) if change.at is not None else None,
            related=(change.at.says("passed here, and used again"),) if change.at not in (None, change) else (),
            sure=change.is_sure,
        )
