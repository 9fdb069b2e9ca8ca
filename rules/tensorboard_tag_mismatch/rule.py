from torchlint import File, Findings, finding, rule
from torchlint.queries import data


@rule(group="api", severity="info", symptoms="validation-differs", words="add_scalar")
def check(file: File) -> Findings:
    """A tag that names one statistic over the values of another makes people read a curve for what it is not."""
    for write in data.scalar_writes(file):
        named = write.named_otherwise
        if named is None:
            continue  # the tag names no statistic, or the one that is written
        said, written = named
        yield finding(write, f"the tag {write.tag} says {said}, and what is written is `{written}`; name it so")
