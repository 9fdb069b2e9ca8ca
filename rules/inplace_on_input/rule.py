from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import changed_input

from . import detect


@rule(group="training", severity="info", symptoms="accuracy-at-chance", default=False)
def check(file: File) -> Findings:
    """A function that changes a tensor in place changes it for its caller too, who goes on to use it."""
    for change in detect.changed_inputs(file):
        given = change.given
        if not change.is_sure:
            yield finding(
                change,
                f"assigning to `{change}` changes the caller's `{given}`; call `{given} = {given}.clone()` first",
                sure=False,
            )
            continue  # no caller is seen
        what = f"assigning to `{change}`" if change.is_assignment else f"`{change}`"
        yield finding(
            change,
            f"{what} changes `{given}` for all who have it; make a new tensor instead",
            fix=Fix("Make a new tensor", change.out_of_place, safe=False),
            proof=changed_input(tensor=given, at=change.at),
            related=() if change.at == change else (change.at.says("it is given here, and used again"),),
        )
