"""The model that is trained, whose output the vocoder makes heard."""

from torch import nn
from torch.nn.utils.parametrizations import weight_norm
from vocoder import small_weights


class Acoustic(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([weight_norm(nn.Conv1d(16, 16, 3, padding=1)) for _ in range(2)])
        self.convs.apply(small_weights)  # finding: weights that `weight_norm` overwrites in each forward

    def forward(self, x):
        for conv in self.convs:
            x = conv(x).relu()
        return x
