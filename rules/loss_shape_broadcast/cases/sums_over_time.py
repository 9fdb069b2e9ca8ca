"""A sum over dimension 1 is that of a row's numbers, or that over time: only a run shows how many dimensions there are.

So what a policy says of each joint over whole episodes fits what is wanted of each joint.
"""

import torch
from torch import nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, features: int, joints: int):
        super().__init__()
        self.mean = nn.Linear(features, joints)

    def act(self, x: torch.Tensor):
        normal = Normal(self.mean(x), 1.0)
        action = normal.rsample()
        return action, normal.log_prob(action).sum(1, keepdim=True)


def of_episodes(policy: Policy):
    wanted = torch.full((3,), -6.0)
    _, log_prob = policy.act(torch.randn(8, 5, 4))
    (log_prob - wanted).square().mean().backward()  # suspected: `log_prob` (N, 1) and `wanted` (N,)  # refuted
    return log_prob.shape


def of_states(policy: Policy, critic: nn.Linear):
    states = torch.randn(8, 4)
    action, log_prob = policy.act(states)
    q = critic(torch.cat([states, action], 1)).view(-1)
    (log_prob - q).mean().backward()  # suspected: `log_prob` (N, 1) and `q` (N,) broadcast to (N, N), all outputs by
    return log_prob.shape


torch.manual_seed(0)
policy = Policy(4, 3)
print(of_episodes(policy), of_states(policy, nn.Linear(7, 1)), f"{policy.mean.weight.grad.norm():.3f}")
