from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import effectless_write

from . import detect

LOST = {
    "frozen": "does not change any parameter",
    "mode": "does not change the layers inside",
    "group": "does not change any parameter group",
    "typo": "is an attribute that PyTorch never reads",
    "setting": "is a setting that PyTorch never reads",
    "method": "hides a method of the tensor and does not change the tensor",
}
# Without a statement to write instead.
ELSE = {"mode": "call `train()` or `eval()`", "typo": "check its spelling", "setting": "check its spelling"}


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move setting-has-no-effect",
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
            proof=effectless_write(attribute=write.attribute, at=write) if not write.hides_method else None,
            sure=write.is_sure,
        )
