from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import repeated_modules

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="Module Sequential ModuleList nn")
def check(file: File) -> Findings:
    """`[layer] * n` repeats one module object, so all n entries share a single set of weights."""
    for repeated in detect.repeated_modules(file):
        if repeated.is_once or repeated.is_copied:
            continue  # one layer after all, or a template
        if repeated.is_shared_on_purpose:
            continue  # the names say that it is to be one layer
        where = "each repeat is the same" if repeated.is_among_others else "all entries are the same"
        yield finding(
            repeated,
            f"{where} `{repeated.module}`, sharing one set of weights; write `[... for _ in range(n)]`",
            fix=Fix("Create a separate module per entry", repeated.made_anew(), safe=False),
            proof=repeated_modules(repeated),
        )
