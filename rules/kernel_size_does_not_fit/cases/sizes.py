"""Tuples that fit their layer, and others that don't."""

from torch import nn


class Layers(nn.Module):
    def __init__(self, width, kernel, sizes):
        super().__init__()
        size = (1, kernel)
        kernel_size = [kernel, kernel]
        self.one = nn.Conv1d(width, width, (1, kernel), dilation=2)  # finding: use `nn.Conv2d`
        self.two = nn.Conv1d(width, width, size, padding=(0, 1))  # finding: `kernel_size` has 2 numbers
        self.three = nn.Conv2d(width, width, (3, 3, 3))  # finding: slides over 2 dimensions
        self.four = nn.Conv2d(width, width, 3, (1, 2, 2))  # finding: `stride` has 3 numbers
        self.five = nn.Conv2d(width, width, (kernel,))  # finding: `kernel_size` has 1 number
        self.six = nn.ConvTranspose1d(width, width, 4, stride=(2, 2))  # finding: `stride` has 2 numbers
        self.seven = nn.MaxPool1d(kernel_size)  # finding: use `nn.MaxPool2d`
        self.eight = nn.AdaptiveAvgPool3d((1, 1))  # finding: so the forward raises; pass 3
        self.nine = nn.LazyConv1d(width, (1, 3))  # finding: `nn.LazyConv1d` slides over 1 dimension
        self.ten = nn.Conv2d(width, width, (3, 3), padding=(0, 1, 1))  # finding: so the forward raises; pass 2

    def fits(self, width, kernel, sizes, mode):
        return [
            nn.Conv1d(width, width, kernel, stride=(2,)),
            nn.Conv1d(width, width, (kernel,)),
            nn.Conv2d(width, width, (1, kernel), padding=(0, kernel // 2)),
            nn.Conv2d(width, width, 3, stride=(2,), padding=(1,)),
            nn.Conv2d(width, width, 3, padding="same"),
            nn.Conv1d(width, width, sizes),
            nn.Conv1d(width, width, (*sizes,)),
            nn.Conv3d(width, width, (1, 3, 3), (1, 2, 2)),
            nn.MaxPool2d((2,), stride=(2,)),
            nn.MaxPool3d([1, 2, 2]),
            nn.AdaptiveAvgPool2d((1, None)),
            nn.AdaptiveAvgPool1d(1),
            nn.ConvTranspose2d(width, width, 4, (2, 2), (1, 1), (1, 1)),
        ]
