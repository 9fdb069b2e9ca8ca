from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_left, detect_offset, detect_ranks, detect_rounded, detect_skipped, detect_window


@rule(group="evaluation", severity="warning", symptoms="validation-differs", words="len enumerate __len__ range")
def check(file: File) -> Findings:
    """A sum over batches is divided by another count than it has terms, so the reported average is wrong."""
    if testing.is_part_of_tests(file):
        return  # a test may compute any average
    for average in detect.wrong_averages(file):
        total, loader = average.sum, average.loader
        if average.adds == "batches":
            message = (
                f"`{total}` adds up one mean per batch but is divided by the number of samples; use `len({loader})`"
            )
        else:
            message = f"`{total}` counts samples but is divided by the number of batches; use `len({loader}.dataset)`"
        yield finding(average, message, sure=average.is_proven, related=(average.summand.says("added up here"),))
    for skipped in detect_skipped.skipped_averages(file):
        yield finding(
            skipped,
            f"`{skipped.sum}` misses the passes that `continue` skips but is divided by all passes; "
            "divide by the number of passes added",
            sure=skipped.is_mean,
            related=(skipped.skip.says("skipped here"), skipped.summand.says("added up here")),
        )
    for summed in detect_ranks.averages_of_ranks(file):
        yield finding(
            summed,
            f"`{summed.sum}` is a sum over all ranks but is divided by one rank's number of batches; "
            "divide by the number of ranks, too",
            related=(summed.reduction.says("summed over the ranks"),),
        )
    for off in detect_offset.one_off(file):
        if off.divided_by == "index":
            says = f"`{off.count}` is the index of the last pass, one less than `{off.sum}` has terms"
            message = f"{says}; divide by `{off.count} + 1`"
        elif off.divided_by == "more":
            message = f"`{off.count}` is one more than `{off.sum}` has terms; divide by `{off.length}`"
        elif off.divided_by == "length":
            message = f"`{off.count}` is not the number of batches added up in `{off.sum}`; divide by `{off.length}`"
        else:
            says = f"`{off.count}` starts at 1 and counts one more than `{off.sum}` has terms"
            message = f"{says}; start at 0"
        yield finding(off, message, related=off.related)
    for early in detect_left.counted_too_early(file):
        yield finding(
            early,
            f"`{early.count}` also counts the pass that `break` leaves, which adds nothing to `{early.sum}`; "
            "count after the `break`",
            sure=early.is_count_itself,
            related=(early.left.says("leaves the pass"), early.summand.says("added up here")),
        )
    for window in detect_window.other_windows(file):
        yield finding(
            window,
            f"`{window.sum}` adds up the losses of `{window.every}` batches but is divided by `{window.by}`; "
            f"divide by `{window.every}`",
            related=(window.summand.says("added up here"),),
        )
    for rounded in detect_rounded.rounded_counts(file):
        if rounded.sum is None:
            message = f"`{rounded}` counts a smaller last slice as a full one; add the length of the slice"
        else:
            ceiling = f"math.ceil({rounded.all} / {rounded.size})"
            message = f"`{rounded.count}` leaves out a smaller last slice, which `{rounded.sum}` adds; use `{ceiling}`"
        yield finding(rounded, message, sure=False)  # all slices may have the same size
