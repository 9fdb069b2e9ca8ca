from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import api, testing

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="setting-has-no-effect",
    words="no_grad enable_grad inference_mode autocast detect_anomaly torch",
)
def check(file: File) -> Findings:
    """A context manager such as `torch.no_grad()` does nothing unless a `with` statement enters it."""
    for context in api.discarded_calls(file, *detect.contexts()):
        is_of_name = "torch.device" in context.spelled  # which may be wrong
        if testing.is_tried(context) if is_of_name else testing.is_only_tried(context):
            continue  # called to see whether it raises
        instead, given = detect.at_once(context)
        fix = context.put_call(instead, given) if instead else ()
        setter = f"{instead}({given})"
        rest = f", or `{setter}` if it is meant for the rest of the program" if fix else ""
        yield finding(
            context,
            f"`{context}` does nothing without `with`; write `with {context}:` around the code{rest}",
            fix=Fix(f"Replace it with `{setter}`", fix, safe=False) if fix else None,
        )
    for lost in detect.lost_contexts(file):
        yield finding(
            lost,
            f"`{lost}` is never entered: `{lost.operator}` passes only the {lost.entered} one to `with`; write a comma",
            fix=Fix("Enter both", lost.with_comma, safe=False) if lost.with_comma else None,
        )
