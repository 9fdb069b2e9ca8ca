import torch
import torch.nn.functional as F
from torch import nn


class Pool(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate
        self.scale = nn.Parameter(torch.ones(3))
        self.register_buffer("mean", torch.zeros(3))
        self.mean.to("cuda")  # finding: leaves `self.mean`
        self.scale.cuda()  # finding: leaves `self.scale`

    def forward(self, x, lengths):
        mask = torch.arange(0, 8).to(x.device) < lengths
        mask.type(torch.float32)  # finding: leaves `mask`
        hidden = F.relu(x)
        F.dropout(hidden, p=self.rate, training=self.training)  # finding: leaves `hidden`
        resized = F.interpolate(hidden, size=(4, 4), antialias=True).permute(1, 0)
        resized.to(x.dtype)  # finding: `resized.to(x.dtype)` returns its result and leaves `resized` unchanged; assign
        return hidden * mask, resized


def normalised(rows: torch.Tensor) -> torch.Tensor:
    if rows.dim() == 1:
        rows.unsqueeze(0)  # finding: leaves `rows`
    columns = [rows[:, 0], rows[:, 1]]
    columns[0].clamp(min=0)  # finding: leaves `columns[0]`
    return rows / rows.norm(dim=1, keepdim=True)


def either(thing, as_tensor):
    if as_tensor:
        thing = torch.tensor(thing)
    thing.to("cuda")
    return thing
