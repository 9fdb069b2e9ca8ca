from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="precision", severity="error", symptoms="loss-does-not-move", words="GradScaler scaler", preview=True)
def check(file: File) -> Findings:
    """A `GradScaler` created in each step starts at its initial scale each time, and may skip every step."""
    for made in detect.made_in_steps(file):
        if made.is_restored:
            continue  # continues with the scale of the previous one
        yield finding(
            made,
            f"`{made}` forgets the scale found by the previous step; create it once, before the loop",
            related=(made.step.says("each of these steps has a new scaler"),),
        )
