from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="evaluation", severity="error", symptoms="validation-differs setting-has-no-effect", words=".training")
def check(file: File) -> Findings:
    """`self.training` is always True in a module's constructor, so what it decides there also holds in eval mode."""
    for read in detect.reads_in_constructors(file):
        effect = f"`{read.kept}` keeps its training value" if read.kept else "this condition is the same"
        where = "`__init__`" if read.method == "__init__" else f"the constructor's `{read.method}`"
        yield finding(
            read,
            f"`{read}` is always True in {where}, so {effect} in eval mode too; read `{read}` in `forward`",
        )
