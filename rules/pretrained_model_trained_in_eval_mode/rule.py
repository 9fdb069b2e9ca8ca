from torchlint import File, Findings, finding, rule
from torchlint.proofs import eval_mode
from torchlint.queries import testing

from . import detect, detect_resumed


@rule(
    group="training",
    severity="warning",
    symptoms="validation-differs",
    words="eval from_pretrained load resume restore",
)
def check(file: File) -> Findings:
    """A model loaded in eval mode (`from_pretrained`) trains with Dropout off and BatchNorm frozen until `train()`."""
    if testing.is_test_module(file):
        return  # tests train for a few steps only
    for forward in detect.loaded_in_eval(file):
        model, loader = forward.model, forward.loader
        yield finding(
            forward,
            f"`{model}` trains in eval mode because `{loader}` left it there; call `{model}.train()` first",
            proof=eval_mode(model=model, at=forward),
            sure=forward.is_sure,
            related=forward.story,
        )
    for resumed, switch in detect_resumed.resumed_in_eval(file):
        model = resumed.model
        yield finding(
            resumed,
            f"`{model}` trains in eval mode if it was loaded, and in train mode if it is new; "
            f"call `{model}.train()` first",
            proof=eval_mode(model=model, at=resumed),
            sure=False,
            related=(switch.says("switched to eval mode here"),) if file.holds(switch.node) else (),
        )
