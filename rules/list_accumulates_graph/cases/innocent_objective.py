"""Lists that are stacked, summed or joined and then differentiated: they need their graphs."""

from collections import namedtuple

import torch
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional as F

Step = namedtuple("Step", "log_prob value")
batches = [(torch.randn(4, 8), torch.randint(0, 2, (4,))) for _ in range(5)]


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 16)
        self.actor = nn.Linear(16, 2)
        self.critic = nn.Linear(16, 1)
        self.log_probs = []
        self.rewards = []
        self.steps = []

    def forward(self, state):
        hidden = torch.relu(self.body(state))
        return self.actor(hidden), self.critic(hidden)


policy = Policy()
optimizer = torch.optim.Adam(policy.parameters())


def act(state):
    logits, value = policy(state)
    chances = Categorical(logits=logits)
    action = chances.sample()
    policy.log_probs.append(chances.log_prob(action))
    policy.steps.append(Step(chances.log_prob(action), value))
    return action.item()


def finish_episode():
    gain, gains, policy_losses, value_losses = 0.0, [], [], []
    for reward in reversed(policy.rewards):
        gain = reward + 0.99 * gain
        gains.insert(0, gain)
    for log_prob, gain in zip(policy.log_probs, gains):
        policy_losses.append(-log_prob * gain)
    for step, gain in zip(policy.steps, gains):
        value_losses.append(F.smooth_l1_loss(step.value, torch.tensor([gain])))
    optimizer.zero_grad()
    loss = torch.stack(policy_losses).sum() + torch.stack(value_losses).sum()
    loss.backward()
    optimizer.step()
    del policy.log_probs[:]
    del policy.rewards[:]
    del policy.steps[:]


def reinforce(episodes=2):
    for _ in range(episodes):
        state = torch.randn(8)
        for _ in range(4):
            action = act(state)
            policy.rewards.append(float(action))
            state = torch.randn(8)
        finish_episode()


def summed():
    losses = []
    for inputs, labels in batches:
        logits, _ = policy(inputs)
        losses.append(F.cross_entropy(logits, labels))
    optimizer.zero_grad()
    sum(losses).backward()
    optimizer.step()


def joined():
    logits, labels = [], []
    for inputs, wanted in batches:
        logits.append(policy(inputs)[0])
        labels.append(wanted)
    loss = F.cross_entropy(torch.cat(logits), torch.cat(labels))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def by_task():
    for inputs, labels in batches:
        losses = {}
        for task in ("actor", "critic"):
            losses[task] = getattr(policy, task)(torch.relu(policy.body(inputs))).square().mean()
        optimizer.zero_grad()
        sum(losses.values()).backward()
        optimizer.step()


def several_batches_per_step():
    waiting = []
    for inputs, labels in batches:
        waiting.append(F.cross_entropy(policy(inputs)[0], labels))
        if len(waiting) == 2:
            optimizer.zero_grad()
            torch.stack(waiting).mean().backward()
            optimizer.step()
            waiting = []


def window_of_a_sequence():
    cell, outputs, state = nn.GRUCell(8, 8), [], torch.zeros(4, 8)
    for number, (inputs, _) in enumerate(batches):
        state = cell(inputs, state)
        outputs.append(state)
        if number % 2 == 1:
            torch.stack(outputs).square().mean().backward()
            outputs.clear()
            state = state.detach()


def helper_differentiates():
    losses = []
    for inputs, labels in batches:
        losses.append(F.cross_entropy(policy(inputs)[0], labels))
    descend(losses)


def descend(losses):
    optimizer.zero_grad()
    torch.stack(losses).mean().backward()
    optimizer.step()


def caller_differentiates():
    optimizer.zero_grad()
    torch.stack(losses_of_the_epoch()).mean().backward()
    optimizer.step()


def losses_of_the_epoch():
    losses = []
    for inputs, labels in batches:
        losses.append(F.cross_entropy(policy(inputs)[0], labels))
    return losses


def gradients_of_each():
    losses = []
    for inputs, labels in batches:
        losses.append(F.cross_entropy(policy(inputs)[0], labels))
    for loss in losses:
        gradients = torch.autograd.grad(loss, list(policy.actor.parameters()))
        print([gradient.norm().item() for gradient in gradients])


if __name__ == "__main__":
    reinforce()
    summed()
    joined()
    by_task()
    several_batches_per_step()
    window_of_a_sequence()
    helper_differentiates()
    caller_differentiates()
    gradients_of_each()
