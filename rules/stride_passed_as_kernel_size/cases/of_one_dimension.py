"""Settings that are named for one dimension."""

from torch import nn


def block(width, stride_t, padding_t):
    return nn.Sequential(
        nn.Conv1d(width, width, stride_t, padding_t),  # finding: `kernel_size`
        nn.Conv1d(width, width, 2 * stride_t, stride_t, padding_t),
        nn.Conv1d(width, width, stride_t, stride_t),
    )
