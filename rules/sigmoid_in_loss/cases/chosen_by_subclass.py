"""Where one class replaces two methods, the base's own way to one of them never meets the other."""

import torch
from torch import nn


class Choice(nn.Module):
    def probability(self, difference):
        raise NotImplementedError

    def score(self, difference):
        return torch.log(self.probability(difference))

    def worst(self, difference):
        return torch.log(self.probability(difference)).min()  # finding: can round to 0, whose log is -inf


class Logistic(Choice):
    def probability(self, difference):
        return torch.sigmoid(difference)

    def score(self, difference):
        return nn.functional.logsigmoid(difference)


class Both(nn.Module):
    def probability(self, difference):
        raise NotImplementedError

    def score(self, difference):
        return torch.log(self.probability(difference))

    def shifted(self, difference):
        return torch.log(self.probability(difference) + 0.1)  # finding: has no gradient where its sigmoid rounds to 0 or 1


class Between(Both):
    def score(self, difference):
        return nn.functional.logsigmoid(difference)

    def shifted(self, difference):
        return super().shifted(difference - 1)


class Last(Between):
    """Has its scores from the class between."""

    def probability(self, difference):
        return torch.sigmoid(difference)
