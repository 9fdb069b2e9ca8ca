from torchlint import File, Findings, finding, rule
from torchlint.proofs import bfloat16_updates
from torchlint.queries import training

from . import detect


@rule(group="precision", severity="warning", symptoms="loss-does-not-move", words="bfloat16")
def check(file: File) -> Findings:
    """Bfloat16 has only 8 significant bits, so small Adam updates to bfloat16 parameters round to nothing."""
    if detect.may_keep_float32_copies(file):
        return  # the updates go to float32 master weights, which this code does not show
    for cast in training.bfloat16_trainings(file):
        are_small = detect.small_learning_rates(cast)
        if are_small is None:
            continue  # the updates are as large as the gradients, or the learning rate is large
        yield finding(
            cast,
            f"`{cast}` stores the parameters in bfloat16, which rounds small {cast.optimizer} updates away; "
            "keep them in float32, and use `torch.autocast`",
            proof=bfloat16_updates(model=cast, at=cast),
            sure=are_small and cast.is_sure,
            related=cast.elsewhere,
        )
