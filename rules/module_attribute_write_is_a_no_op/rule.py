from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import effectless_write

from . import detect

LOST = {
    "frozen": "does not change any parameter",
    "mode": "does not change the layers inside",
    "group": "does not change any parameter group",
    "typo": "is an attribute that PyTorch never reads",
    "setting": "is a setting that PyTorch never reads",
}
# Without a statement to write instead.
ELSE = {"mode": "call `train()` or `eval()`", "typo": "check its spelling", "setting": "check its spelling"}


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move setting-has-no-effect",
    words=".requires_grad .require_grad .requiresGrad .requireGrad .no_grad .training "
    ".lr .weight_decay .momentum .betas cudnn backends",
    replaces="TOR002",
)
def check(file: File) -> Findings:
    """Setting an attribute that PyTorch never reads, such as `x.require_grad = True`, silently does nothing."""
    for write in detect.attribute_writes(file):
        instead = f"write `{write.instead}`" if write.instead else ELSE.get(write.kind, "")
        message = f"`{write.attribute}` {LOST[write.kind]}"
        yield finding(
            write,
            f"{message}; {instead}" if instead and len(message + instead) <= 140 else message,
            fix=Fix("Set what was meant", write.effective(), safe=False),
            proof=effectless_write(attribute=write.attribute, at=write),
            sure=write.is_sure,
        )
