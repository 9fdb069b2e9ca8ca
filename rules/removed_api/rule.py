from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(
    group="deprecated",
    severity="error",
    symptoms="crash",
    words="torch scipy transformers accelerate lightning numpy PIL _epoch_end collections yaml sklearn librosa"
    " matplotlib datasets tostring_rgb inspect base64 clock fractions",
    replaces="TOR001 TOR004 NPY001 NPY201",
)
def check(file: File) -> Findings:
    """A removed PyTorch or Lightning API fails on the versions that the project allows, or silently does nothing."""
    for use in detect.removed_uses(file):
        if use.is_guarded:
            continue  # the code checks the PyTorch version, or has a fallback
        yield finding(
            use,
            f"`{use.shown}` {use.happens}; {use.instead}",
            sure=use.is_sure,
            fix=Fix("Replace it with the current API", use.edits, safe=use.is_same) if use.edits else None,
        )
