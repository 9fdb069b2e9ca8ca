import torch
from torch.amp import GradScaler

NEGATIVE = -1e9
scaler = GradScaler()


def scores_of(scores, mask, logits):
    attention = torch.softmax(logits, dim=-1)
    attention.masked_fill_(mask, -1e10)  # finding: use `torch.finfo(attention.dtype).min`
    attention = attention.masked_fill(~mask, value=NEGATIVE)  # finding: `NEGATIVE` does not fit
    attention = attention.masked_fill(~mask, float("-1e20"))  # finding: raises under autocast
    return attention, torch.masked_fill(attention.half(), mask, -70000.0)  # finding: does not fit in float16, so this


def added(scores: torch.Tensor, present: torch.Tensor):
    """What is compared with 0 by itself may be a mask of whole numbers, and no scores."""
    mask = present.unsqueeze(1).expand(2, 4, 4)
    mask = mask.masked_fill(mask == 0, -9e15)  # suspected: does not fit in float16, so this raises under autocast
    return scores + mask + scores.masked_fill(present == 0, -9e15)  # finding: use `torch.finfo(scores.dtype).min`
