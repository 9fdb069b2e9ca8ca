from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(
    group="deprecated",
    severity="error",
    symptoms="crash",
    words="torch scipy transformers accelerate lightning",
    replaces="TOR001 TOR004",
)
def check(file: File) -> Findings:
    """What PyTorch has removed fails with the versions that the project is for, or does nothing any more."""
    for use in detect.removed_uses(file):
        if use.is_guarded:
            continue  # asks which PyTorch it runs on, or has something else in store
        yield finding(
            use,
            f"`{use.shown}` {use.happens}; {use.instead}",
            sure=use.is_sure,
            fix=Fix("Write it as PyTorch has it now", use.edits, safe=use.is_same) if use.edits else None,
        )
