from torch import nn
from torch.nn.utils import remove_weight_norm, spectral_norm, weight_norm


def by_name(layer, spread=0.01):
    if layer.__class__.__name__.find("Conv") != -1:
        layer.weight.data.normal_(0.0, spread)


def of_linear_layers(layer):
    if isinstance(layer, nn.Linear):
        nn.init.xavier_uniform_(layer.weight)


def of_biases(layer):
    if hasattr(layer, "bias"):
        layer.bias.data.zero_()


def of_directions(layer):
    if hasattr(layer, "weight_v"):
        layer.weight_v.data.normal_(0.0, 0.01)
    elif isinstance(layer, nn.Conv1d):
        layer.weight.data.normal_(0.0, 0.01)


class Generator(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = weight_norm(nn.Conv1d(80, width, 7, padding=3))
        self.ups = nn.ModuleList()
        for _ in range(2):
            self.ups.append(nn.ModuleList([weight_norm(nn.ConvTranspose1d(width, width, 4, 2, 1))]))
        last = nn.Conv1d(width, 1, 7, padding=3)
        self.last = weight_norm(last)
        for index in range(2):
            self.ups[index].apply(by_name)  # finding: writes weights that `weight_norm` overwrites in each forward (and 3 more)
        self.last.apply(by_name)  # told with the one above, as the same function does it
        self.first.apply(of_linear_layers)
        self.first.apply(of_biases)
        self.first.apply(of_directions)


class Direct(nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = weight_norm(nn.Linear(4, 8))
        nn.init.kaiming_normal_(self.wide.weight)  # finding: weights that
        self.wide.weight.data.mul_(0.1)  # finding: writes weights
        self.wide.weight_g.data.fill_(1.0)
        nn.init.zeros_(self.wide.bias)


class Before(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv1d(4, 4, 1)
        self.apply(by_name)
        self.body.weight.data.mul_(0.1)
        self.last = weight_norm(nn.Linear(4, 2, bias=False))
        self.last.weight_g.data.fill_(1)


class OtherNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = spectral_norm(nn.Conv1d(4, 4, 1))  # shares the memory of `weight_orig` until its first forward
        self.body.apply(by_name)


class OtherWeight(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = weight_norm(nn.GRU(4, 4), name="weight_hh_l0")
        self.plain = nn.Conv1d(4, 4, 1)
        self.plain.apply(by_name)


def taken_off(conv):
    remove_weight_norm(conv)
    conv.weight.data.normal_()
    return conv




def normed(*sizes):
    return weight_norm(nn.Conv1d(*sizes))


def go_through(model):
    for _, layer in model.named_modules():
        if isinstance(layer, nn.Conv1d):
            nn.init.orthogonal_(layer.weight)


class Made(nn.Module):
    """The layers come from a function."""

    def __init__(self):
        super().__init__()
        self.body = normed(4, 4, 1)
        self.apply(by_name)  # told with the first
        self.apply(of_linear_layers)


class Loop(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = weight_norm(nn.Conv1d(4, 4, 1))
        for layer in self.modules():
            if isinstance(layer, nn.Conv1d):
                nn.init.kaiming_normal_(layer.weight)  # finding: writes weights
                nn.init.zeros_(layer.bias)
            elif isinstance(layer, nn.Linear):
                nn.init.kaiming_normal_(layer.weight)


class LoopElsewhere(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = weight_norm(nn.Conv1d(4, 4, 1))
        go_through(self)  # finding: `go_through(self)` writes weights


class LoopBefore(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv1d(4, 4, 1)
        go_through(self)
        self.body = weight_norm(self.body)


class ByMethod(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = weight_norm(nn.Conv1d(4, 4, 1))
        self.head = nn.Linear(4, 4)
        self.reset_head()
        self.reset_parameters()  # finding: writes weights

    def reset_parameters(self):
        nn.init.xavier_uniform_(self.body.weight)

    def reset_head(self):
        nn.init.xavier_uniform_(self.head.weight)


def main():
    loop, plain = Loop(), Plain()
    loop.apply(by_name)  # told with the first
    loop.apply(of_linear_layers)
    plain.apply(by_name)


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv1d(4, 4, 1)


main()
