from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="error", symptoms="crash", words="optimizer device", preview=True)
def check(file: File) -> Findings:
    """A dict or list of tensors, modules or optimizers has none of their methods: calling one raises AttributeError."""
    for read in detect.missing_attributes(file):
        if testing.is_tried(read):
            continue  # the handler expects that the attribute is missing
        yield finding(
            read,
            f"`{read.name}` is a {read.container}, which has no `{read.attribute}`, so this raises AttributeError",
            related=() if read.made is None else (read.made.says("made here"),),
        )
