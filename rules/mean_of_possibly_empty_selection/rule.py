from torchlint import File, Findings, finding, rule
from torchlint.proofs import value_domain
from torchlint.queries import gradients

_WORDS = "mean std var max min median quantile sum count_nonzero functional loss Loss entropy kl_div"


@rule(group="numerics", severity="info", symptoms="loss-is-nan", words=_WORDS, default=False)
def check(file: File) -> Findings:
    """The mean of an empty selection is NaN, and so is the loss of a batch in which the condition selects nothing."""
    for selection in gradients.selections(file):
        selected = selection.selected
        if selection.is_division:
            row = " for a row" if selection.is_of_each_row else ""
            message = f"`{selected}` can be 0{row}, which makes the loss NaN; use `.clamp(min=1)`"
            proof = value_domain(nonzero=selected, at=selection)
        else:
            message = (
                f"`{selected}` can be empty, which makes the loss NaN; "
                f"leave this term out where `{selected.with_call('.numel()')}` is 0"
            )
            proof = value_domain(finite=selected, at=selection)
        is_sure = selection.carries_grad and selection.is_by_condition and not selection.is_of_each_row
        yield finding(selection, message, proof=proof, sure=is_sure)
