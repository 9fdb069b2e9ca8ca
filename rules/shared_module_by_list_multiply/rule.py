from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import repeated_modules

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="Module Sequential ModuleList nn")
def check(file: File) -> Findings:
    """`[layer] * n` repeats one module object, so all n entries share a single set of weights."""
    for repeated in detect.repeated_modules(file):
        if repeated.is_once or repeated.is_copied:
            continue  # a list of one layer, or a template to copy
        if repeated.is_shared_on_purpose:
            continue  # named as a shared layer
        where = "each repeat is the same" if repeated.is_among_others else "all entries are the same"
        where = "each pass adds the same" if repeated.is_added else where
        yield finding(
            repeated,
            f"{where} `{repeated.module}`, sharing one set of weights; {repeated.instead}",
            fix=Fix("Create a separate module per entry", repeated.made_anew(), safe=False),
            proof=repeated_modules(repeated.container),
        )
