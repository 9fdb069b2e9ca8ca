"""Distributions: what is computed from one has the graph of its parameters, and what is drawn from it has none."""

import torch
import torch.distributions as D
from torch import nn
from torch.distributions import Categorical, Independent, Normal, kl_divergence
from torch.distributions.normal import Normal as Gauss

net = nn.Linear(4, 2)
x = torch.randn(3, 4)

# With a graph, whatever else is unknown.
chosen = Categorical(logits=net(x))
reveal(chosen.sample())  # tensor, no grad
reveal(chosen.log_prob(chosen.sample()))  # tensor, grad
reveal(chosen.entropy().mean())  # tensor, grad
reveal(chosen.probs)  # tensor, grad
spread = D.Normal(net(x), unseen)
reveal(spread.rsample())  # tensor, grad
reveal(spread.sample())  # tensor, no grad
reveal(spread.mean)  # tensor, grad
reveal(spread.log_prob(unseen))  # tensor, grad
reveal(Gauss(net(x), 1.0).rsample())  # tensor, grad
reveal(kl_divergence(spread, Normal(0.0, 1.0)))  # tensor, grad

# One around another.
reveal(Independent(spread, 1).log_prob(x))  # tensor, grad
reveal(spread.expand((2, 3, 2)).rsample())  # tensor, grad
reveal(D.MixtureSameFamily(Categorical(x), Normal(net(x), x)).log_prob(x))  # tensor, grad

# Without a graph.
reveal(Normal(0.0, 1.0).rsample((3,)))  # tensor, no grad
reveal(kl_divergence(Normal(x, 1.0), Normal(0.0, 1.0)))  # tensor, no grad
with torch.no_grad():
    reveal(spread.log_prob(x))  # tensor, no grad
    quiet = Normal(net(x), 1.0)
reveal(quiet.rsample())  # tensor, no grad

# Where nothing is known.
reveal(Normal(unseen, 1.0).rsample())  # unknown
reveal(unseen.log_prob(x))  # unknown


class Squashed(D.Normal):
    def __init__(self, mean):
        super().__init__(mean.detach(), 1.0)


reveal(Squashed(net(x)).log_prob(x))  # unknown
reveal(kl_divergence(Squashed(net(x)), Squashed(x)))  # unknown


# Of a class of the program's own, with the constructor that it inherits.
class Scaled(D.Normal):
    def width(self):
        return 2

    def of(self, value):
        return super().log_prob(value).sum(-1)

    def drawn(self):
        return super().sample()


reveal(Scaled(net(x), 1.0).log_prob(x))  # tensor, grad
reveal(Scaled(net(x), 1.0).of(x))  # tensor, grad
reveal(Scaled(x, 1.0).of(x))  # tensor, no grad
reveal(Scaled(net(x), 1.0).drawn())  # tensor, no grad
reveal(kl_divergence(Scaled(net(x), 1.0), Scaled(x, 1.0)))  # tensor, grad
reveal(kl_divergence(Scaled(unseen, 1.0), Scaled(x, 1.0)))  # unknown


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Linear(4, 2)

    def forward(self, x):
        return Normal(self.mean(x), 1.0)


policy = Policy()
reveal(policy(x).log_prob(x))  # tensor, grad
reveal(policy(x).sample())  # tensor, no grad
with torch.no_grad():
    held = policy(x)
reveal(held.entropy())  # tensor, no grad
