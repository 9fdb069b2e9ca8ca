from torchlint import File, Findings, finding, rule
from torchlint.proofs import frozen_statistics
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="validation-differs")
def check(file: File) -> Findings:
    """Freezing parameters does not stop BatchNorm: in train mode its running statistics change with every batch."""
    if testing.is_test_module(file):
        return  # tests train for a few steps only
    for norms in detect.frozen_norms(file):
        whole = norms.model.text
        frozen = f"`{norms.module}`" if norms.module == whole else f"`{norms.module}` of `{whole}`"
        how = "partly frozen" if norms.is_part else "frozen"
        yield finding(
            norms,
            f"{frozen} is {how}, but its BatchNorm statistics keep changing; "
            "call `eval()` on the frozen BatchNorm layers after each `train()`",
            proof=frozen_statistics(model=norms.model),
            sure=norms.is_sure,
            related=norms.story,
        )
