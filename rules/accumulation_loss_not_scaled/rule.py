from torchlint import File, Findings, finding, rule
from torchlint.proofs import summed_losses
from torchlint.queries import training

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="backward")
def check(file: File) -> Findings:
    """Gradient accumulation sums gradients, so a loss not divided by the number of passes makes the step too large."""
    reported = set()
    for loop in training.trainings(file):
        for step in loop.steps:
            backward, is_sure = training.Windows(loop).undivided(step), True
            if backward is None and (slices := detect.summed_slices(loop, step)) is not None:
                backward, is_sure = slices
            if backward is None or backward.node in reported:
                continue  # steps in each pass, divides the loss, or its optimizer ignores the size of gradients
            if not (loop.is_fed(step) or loop.is_fed_by_library(step)) or step.step.by == "closure":
                continue  # its gradients come from elsewhere
            is_sure = is_sure and not backward.step.is_by_library  # `accelerate launch` may name a number of passes
            is_sure = is_sure and training.Windows(loop).always_minds_size(step)
            reported.add(backward.node)
            yield finding(
                backward,
                f"`{backward}` sums gradients over several passes, so `{step}` steps too far; "
                "divide the loss by the number of passes",
                proof=summed_losses(loss=backward.subject, at=backward),
                sure=is_sure,  # not of slices whose loss may be a sum, nor if a setting may choose Adam
                related=(step.says("applies the sum"),),
            )
