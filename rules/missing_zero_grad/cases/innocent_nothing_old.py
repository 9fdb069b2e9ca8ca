"""There are no old gradients: one step only, new parameters each time, gradients that are set or not accumulated."""

import torch
import torch.nn.functional as F
from torch import nn


def one_step(net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    F.mse_loss(net(x), y).backward()
    optimizer.step()


def one_pass(net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.zero_grad()
    for _ in range(1):
        F.mse_loss(net(x), y).backward()
        optimizer.step()


def until_it_works(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        break


def new_optimizer_for_each_image(net, images, labels):
    for image, label in zip(images, labels):
        image = image.clone().requires_grad_(True)
        optimizer = torch.optim.SGD([image], lr=6)
        F.cross_entropy(net(image), label).backward()
        optimizer.step()


def new_net_for_each_seed(x, y):
    losses = []
    for seed in range(5):
        torch.manual_seed(seed)
        net = nn.Linear(8, 1)
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def gradients_by_hand(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        gradients = torch.autograd.grad(F.mse_loss(net(x), y), list(net.parameters()))
        for parameter, gradient in zip(net.parameters(), gradients):
            parameter.grad = gradient
        optimizer.step()


def without_an_optimizer(net, rows):
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        with torch.no_grad():
            for parameter in net.parameters():
                parameter -= 0.1 * parameter.grad
                parameter.grad.zero_()


def a_game(net, env, states):
    for state in states:
        action = net(state).argmax().item()
        state, reward = env.step(action)


def two_players(critic, actor, rows):
    """The actor's loss leaves gradients in the critic, which the critic's next pass clears."""
    critic_optimizer = torch.optim.Adam(critic.parameters())
    actor_optimizer = torch.optim.Adam(actor.parameters())
    for x, y in rows:
        critic_optimizer.zero_grad()
        F.mse_loss(critic(x), y).backward()
        critic_optimizer.step()
        actor_optimizer.zero_grad()
        (-critic(actor(x)).mean()).backward()
        actor_optimizer.step()
