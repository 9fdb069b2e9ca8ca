from torchlint import File, Findings, finding, rule
from torchlint.proofs import seeds_across
from torchlint.queries import testing

from . import detect


@rule(group="reproducibility", severity="warning", symptoms="ranks-drift augmentation-repeats", words="seed")
def check(file: File) -> Findings:
    """Seeding every rank with the same number makes all ranks draw the same noise, dropout and augmentations."""
    if testing.is_part_of_tests(file):
        return  # a test compares processes that start alike
    for seeding in detect.same_seeds(file):
        undone = seeding.undone
        instead = f"undoes `{undone}`: all ranks draw" if undone is not None else "makes all ranks draw"
        places = [(undone, "gave each rank its own seed"), (seeding.drawn and seeding.drawn.place, "drawn here")]
        yield finding(
            seeding,
            f"`{seeding}` {instead} the same {seeding.what}; {seeding.advice}",
            proof=seeds_across(seeding),
            sure=seeding.is_certain,
            related=tuple(place.says(text) for place, text in places if place is not None),
        )
