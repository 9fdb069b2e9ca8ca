from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move checkpoint-does-not-load",
    words="best inf",
    preview=True,
)
def check(file: File) -> Findings:
    """A best score that starts at the best possible value is never beaten: nothing is saved, or training stops."""
    for lost in detect.lost_records(file):
        yield finding(
            lost,
            f"`{lost}` is never true, as nothing beats the initial value; start with `{lost.instead}`",
            sure=lost.is_certain,
            related=(lost.started.says("the initial value"),),
        )
