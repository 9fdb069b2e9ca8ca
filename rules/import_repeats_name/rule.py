from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="api", severity="info", symptoms="crash", words="torchvision", default=False, replaces="TOR203")
def check(file: File) -> Findings:
    """`import torchvision.models as models` is the long way to write `from torchvision import models`."""
    for repeated in detect.repeated_names(file):
        yield finding(
            repeated,
            f"`import {repeated.node.name} as {repeated.last}` repeats a name; write `{repeated.better}`",
            fix=Fix("Import it from its package", repeated.edits, safe=True),
        )
