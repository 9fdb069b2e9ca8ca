from torchlint import File, Findings, finding, rule
from torchlint.queries import data

from . import detect, detect_siblings


@rule(group="api", severity="info", symptoms="validation-differs", words="add_scalar")
def check(file: File) -> Findings:
    """An `add_scalar` tag that names a different statistic than its value mislabels the curve."""
    for write in data.scalar_writes(file):
        named = write.named_otherwise
        if named is None:
            continue  # the tag does not name a statistic, or names the one that is written
        said, written = named
        yield finding(
            write, f"`add_scalar` writes `{written}` under the tag `{write.tag}`, which names {said}; rename the tag"
        )
    for mixed in detect.tags_of_training(file):
        yield finding(
            mixed,
            f"`{mixed.evaluation}` writes under `{mixed.tag}` as training does, mixing both curves; rename the tag",
            related=(mixed.other.says("written in training here"),),
        )
    for other in detect_siblings.tags_of_siblings(file):
        yield finding(
            other,
            f"`add_scalar` writes `{other.written}` under the name of `{other.named}`; rename the tag",
            sure=other.is_sure,
            related=(other.unpacked.says("both come from here"),),
        )
