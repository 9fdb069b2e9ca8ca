"""Networks that choose actions: `env.step(action)` trains nothing, and what was chosen is no part of the learning step."""

import random

import torch
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional as F


def network():
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def played(env, path, episodes):
    """What is unpacked comes from an environment, so nothing trains in this loop."""
    net = network()
    net.load_state_dict(torch.load(path, weights_only=True))
    net.eval()
    state, ended = env.reset(), 0
    while ended < episodes:
        scores = net(torch.tensor([state]))  # finding: is evaluated with gradients enabled
        state, reward, done = env.step(scores.argmax(1).cpu().numpy())
        ended += done


def played_by_index(env, path, episodes):
    net = network()
    net.load_state_dict(torch.load(path, weights_only=True))
    net.eval()
    state = env.reset()
    for _ in range(episodes):
        scores = net(torch.tensor([state]))  # finding: is evaluated with gradients enabled
        state = env.step(scores.argmax(1).cpu().numpy())[0]


def learned(env, memory, steps=10):
    """The state comes back from the environment; what the optimizer minimises is made from the memory."""
    net = network()
    optimizer = torch.optim.Adam(net.parameters())
    state = env.reset()
    for _ in range(steps):
        if random.random() < 0.1:
            action = [random.randrange(2)]
        else:
            scores = net(torch.tensor([state]))  # finding: is evaluated with gradients enabled
            action = scores.argmax(1).cpu().numpy()
        following, reward, done = env.step(action)
        memory.append((state, action, reward))
        state = env.reset() if done else following
        states, actions, rewards = memory.sample(8)
        loss = F.mse_loss(net(states).gather(1, actions), rewards)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def by_policy_gradient(env, steps=10):
    """The same output chooses the action and is learned from."""
    net = network()
    optimizer = torch.optim.Adam(net.parameters())
    state = env.reset()
    for _ in range(steps):
        scores = net(torch.tensor([state]))
        action = Categorical(logits=scores).sample()
        state, reward, done = env.step(action.numpy())
        loss = -reward * Categorical(logits=scores).log_prob(action).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def with_closures(model, engine, batches, optimizer):
    """An optimizer's step gives one loss, and an engine that is given a loss trains, whatever it gives back."""
    model.eval()
    for x, y in batches:
        loss = optimizer.step(lambda: F.cross_entropy(model(x), y))
        scores = model(x)
        loss, logs = engine.step(F.cross_entropy(scores, y))
        print(scores.argmax(1).tolist(), loss, logs)


def measured_on_the_batch(model, batches):
    """What is read here has no part in the next batch."""
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        right = (model(x).argmax(1) == y).sum().item()
        print(right)
