from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import effectless_write

from . import detect

LOST = {
    "frozen": "changes no parameter",
    "mode": "changes no layer inside",
    "group": "changes no group",
    "typo": "is no attribute of PyTorch's",
    "setting": "is no setting of PyTorch's",
}


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move setting-has-no-effect",
    words=".requires_grad .require_grad .no_grad .training .lr .weight_decay .momentum .betas cudnn backends",
    replaces="TOR002",
)
def check(file: File) -> Findings:
    """PyTorch's objects take any attribute, so one that nobody looks at is set without a word and without effect."""
    for write in detect.attribute_writes(file):
        instead = f"; write `{write.instead}`" if write.instead else ""
        message = f"`{write.attribute}` {LOST[write.kind]}"
        yield finding(
            write,
            message + instead if len(message + instead) <= 120 else message,
            fix=Fix("Write what was meant", write.effective(), safe=False),
            proof=effectless_write(attribute=write.attribute, at=write),
            sure=write.is_sure,
        )
