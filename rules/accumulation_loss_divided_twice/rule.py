from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="training",
    severity="warning",
    symptoms="loss-does-not-move",
    words="backward gradient_accumulation_steps",
    preview=True,
)
def check(file: File) -> Findings:
    """`accelerator.backward` divides the loss by `gradient_accumulation_steps` itself; dividing it before is twice."""
    for backward in detect.second_divisions(file):
        yield finding(
            backward,
            f"`{backward}` divides the loss by the number of accumulated batches a second time; "
            "pass the undivided loss",
            related=(backward.first.says("divided here"),),
        )
