from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="info", symptoms="accuracy-at-chance", default=False, words="weight_decay Adam")
def check(file: File) -> Findings:
    """`Adam` divides weight decay by the gradient's size as well, so weights with large gradients hardly decay."""
    for adam in file.named_calls("torch.optim.Adam"):
        decay = adam.argument(4, "weight_decay")
        if (
            decay is None
            or not detect.is_number_other_than_0(decay)
            or adam.argument(-1, "decoupled_weight_decay") is not None
        ):
            continue  # no weight decay, an unknown one, or already decoupled as in AdamW
        yield finding(
            adam,
            f"`Adam` rescales its `weight_decay={decay}` together with the gradients, so weights decay unevenly; "
            "use `AdamW`",
            fix=Fix("Use AdamW", adam.rename("torch.optim.AdamW"), safe=False),
        )
