from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import loader_order
from torchlint.queries import data, testing

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="DataLoader")
def check(file: File) -> Findings:
    """A training `DataLoader` without `shuffle=True` yields the same batches in the same order in every epoch."""
    if testing.is_part_of_tests(file):
        return  # a test needs a fixed order
    for loader in data.loaders(file):
        sampler = loader.perhaps_no_sampler
        ordered = detect.sampler_in_order(loader)
        is_known = loader.order == "dataset" or sampler is not None or ordered is not None
        is_seen = loader.trains_in_epochs
        if not (is_known or (is_seen and loader.is_unshuffled_by_hand)):
            continue  # may be shuffled by other means
        if not is_seen and not detect.perhaps_trains(loader):
            continue  # used for training at most once
        if loader.is_of_noise or loader.shares_its_loop:
            continue  # random example data, or evaluated by code that trains on another loader
        if loader.is_made_anew and not loader.is_of_old_data:
            continue  # over data collected just before
        if loader.may_be_mixed or loader.order_may_matter or loader.carries_a_state:
            continue  # the program may order its samples for each epoch, or keeps a state from batch to batch
        when = "in every epoch; add `shuffle=True`"
        if sampler is not None:
            when = f"where `{sampler}` is None; shuffle in that case"
        elif ordered is not None and detect.is_told_not_to_shuffle(file, ordered):
            when = f"as `{ordered}` does not shuffle; drop `shuffle=False`"
        elif ordered is not None:
            when = f"as `{ordered}` has no other; use a random sampler"
        yield finding(
            loader,
            f"`{loader.name}` gives training the same batches in the same order {when}",
            fix=Fix("Add `shuffle=True`", loader.shuffled, safe=False) if sampler is ordered is None else None,
            proof=loader_order(loader),
            sure=sampler is None
            and is_known
            and is_seen
            and not loader.is_made_anew  # the loop may go over settings, each of which is trained with once
            and not (loader.draws_in_dataset or loader.is_perhaps_of_a_sequence or loader.is_mixed_before)
            and not (loader.is_perhaps_paired or loader.is_split_at_random),
        )
