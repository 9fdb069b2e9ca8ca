from torchlint import File, Findings, finding, rule
from torchlint.proofs import shared_dataset
from torchlint.queries import data

from . import detect


@rule(group="data", severity="error", symptoms="validation-differs", words="transform")
def check(file: File) -> Findings:
    """A `Subset` reads samples from the one shared dataset, so a part of a split can't have its own transform."""
    for write in data.part_writes(file):
        if write.is_of_the_whole and write.parts is None:
            continue  # the only part that uses the dataset, as far as the code shows
        if write.is_of_the_whole and write.is_of_its_own:
            continue  # the other part has another dataset by now
        if not write.is_of_the_whole and write.is_read_here:
            continue  # the program stores the transform there and applies it itself
        happens = (
            "changes all Subsets that share the dataset"
            if write.is_of_the_whole
            else "has no effect, as a Subset never reads it"
        )
        yield finding(
            write,
            f"assigning `{write}` {happens}; create a dataset per transform, and take a `Subset` of each",
            proof=shared_dataset(part=write.part, parts=write.parts if write.is_of_the_whole else None),
        )
    for part in detect.augmented_parts(file):
        yield finding(
            part,
            f"`{part.held_out}` returns augmented samples, because all parts share one transform; "
            "take it from a second dataset without the transform",
            sure=part.is_proven,
            related=(part.transform.says("changes each sample at random"),),
        )
