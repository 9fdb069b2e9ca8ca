from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(
    group="training",
    severity="info",
    symptoms="loss-does-not-move",
    words="from_pretrained",
    default=False,
    preview=True,
)
def check(file: File) -> Findings:
    """`nn.Embedding.from_pretrained` freezes its vectors unless `freeze=False`, so training does not change them."""
    if detect.chooses_what_is_trained(file):
        return  # unfrozen later, or requires_grad is set for all parameters
    for call in detect.frozen_embeddings(file):
        yield finding(
            call,
            f"`{call}` freezes its vectors; pass `freeze=False` to train them, or `freeze=True` to be explicit",
            fix=Fix("Train the vectors", call.put_last("freeze=False"), safe=False),
        )
