"""A dilation that is the padding, as it has to be, and the groups in the place of the dilation behind it."""

from torch import nn


def conv3x3(inputs, outputs, stride=1, groups=1, dilation=1):
    return nn.Conv2d(inputs, outputs, 3, stride, dilation, groups)  # finding: `groups` is used as `dilation`


def conv3x3_with_groups(inputs, outputs, stride=1, groups=1, dilation=1):
    return nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, groups, bias=False)
