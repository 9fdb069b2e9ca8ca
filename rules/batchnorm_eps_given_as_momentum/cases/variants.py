from torch import nn

BN_MOMENTUM = 0.1
EPS = 1e-3


class Block(nn.Module):
    def __init__(self, width, momentum=0.01, eps=1e-5):
        super().__init__()
        self.constant = nn.BatchNorm2d(width, BN_MOMENTUM)  # finding: write `momentum=BN_MOMENTUM`
        self.parameter = nn.BatchNorm2d(width, momentum)  # finding: sets `eps` of `nn.BatchNorm2d`
        self.instance = nn.InstanceNorm2d(width, 0.1, affine=True)  # finding: write `momentum=0.1`
        self.lazy = nn.LazyBatchNorm2d(0.9)  # finding: write `momentum=0.1`
        self.both = nn.BatchNorm2d(width, 0.1, 0.9)  # finding: sets `eps` of `nn.BatchNorm2d`, which shrinks its output
        # what eps is for
        self.plain = nn.BatchNorm2d(width, 1e-3)
        self.named = nn.BatchNorm2d(width, eps=0.1)
        self.right = nn.BatchNorm2d(width, eps, momentum)
        self.other = nn.BatchNorm2d(width, EPS, BN_MOMENTUM)
        self.groups = nn.GroupNorm(2, width)

    def forward(self, x):
        x = self.instance(self.parameter(self.constant(x)))
        x = self.groups(self.other(self.right(self.named(self.plain(self.both(self.lazy(x)))))))
        return x


print(Block(4))


MOMENTUM = 0.05
Norm = nn.BatchNorm2d


def blocks(channels, norm=nn.BatchNorm2d, other=nn.GroupNorm):
    by_another_name = Norm(channels, MOMENTUM)  # finding: write `momentum=MOMENTUM`
    by_default = norm(channels, 0.1)  # finding: write `momentum=0.1`
    as_meant = Norm(channels, momentum=MOMENTUM), norm(channels, 1e-5)
    of_groups = other(channels, 1)
    return by_another_name, by_default, as_meant, of_groups
