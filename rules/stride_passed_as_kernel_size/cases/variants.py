from torch import nn
from torch.nn.modules.conv import Conv1d


class ConvNorm(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size=3, stride=1, dilation=1, padding=0):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, out_channels, kernel_size, stride, padding, dilation)
        self.norm = nn.BatchNorm2d(out_channels)

    def forward(self, x):
        return self.norm(self.conv(x))


def conv_relu(inputs, outputs, ksize=3, stride=1):
    return nn.Sequential(nn.Conv2d(inputs, outputs, ksize, stride), nn.ReLU())


class Stem(nn.Module):
    def __init__(self, width, strides, groups=1, dilation=1):
        super().__init__()
        self.stride = strides[0]
        self.first = nn.Conv2d(3, width, self.stride, bias=False)  # finding: pass `stride=self.stride`
        self.wide = nn.Conv2d(width, width, 3, dilation, padding=1)  # finding: `dilation` is used as `stride`
        self.each = nn.Conv2d(width, width, 3, 1, 1, groups)  # finding: `groups` is used as `dilation`
        self.up = nn.ConvTranspose2d(width, width, 2, 2, 0, groups)  # finding: used as `output_padding`
        self.lazy = nn.LazyConv2d(width, strides, padding=1)  # finding: `strides` is used as `kernel_size`

    def forward(self, x):
        x = self.each(self.wide(self.first(x)))
        return self.lazy(self.up(x))


class Nets(nn.Module):
    def __init__(self, width, stride, padding, dilation, kernel_size, patch_size):
        super().__init__()
        self.own = ConvNorm(width, width, stride)  # finding: `stride` is used as `kernel_size` of `ConvNorm`
        self.right = ConvNorm(width, width, 3, stride, dilation)
        self.made = conv_relu(width, width, stride)  # finding: `stride` is used as `ksize` of `conv_relu`
        self.crossed = nn.Conv2d(width, width, 3, padding, stride)  # finding: `padding` is used as `stride`
        self.ordinary = nn.Conv2d(width, width, kernel_size, stride, padding, dilation)
        # cuts into patches, each place once
        self.patches = nn.Conv2d(width, width, stride, stride)
        self.patches_by_name = Conv1d(width, width, stride, stride=stride)
        self.as_large = nn.Conv2d(width, width, patch_size, patch_size)
        self.again = nn.Conv2d(width, width, kernel_size, kernel_size)
        self.back = nn.ConvTranspose2d(width, width, stride * 2, stride, stride // 2)
        # the size is kept
        self.same = nn.Conv2d(width, width, 3, 1, dilation, dilation)
        self.same_by_default = nn.Conv2d(width, width, 3, stride, dilation)
        self.named = nn.Conv2d(width, width, kernel_size=stride)
        self.depthwise = nn.Conv2d(width, width, 3, 1, 1, 1, width)
        self.pool = nn.MaxPool2d(stride)

    def forward(self, x):
        layers = (self.own, self.right, self.made, self.crossed, self.ordinary, self.patches, self.again, self.back)
        for layer in (*layers, self.same, self.same_by_default, self.named, self.depthwise, self.pool, self.as_large):
            x = layer(x)
        return self.patches_by_name(x.flatten(2))


print(Stem(8, [1]))
