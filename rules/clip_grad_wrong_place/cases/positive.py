import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


def after_the_step(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad()
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: clips gradients that `step()` has already applied


def after_clearing(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        F.mse_loss(net(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
        clip_grad_value_(net.parameters(), 0.5)  # finding: finds no gradients to clip


def cleared_in_the_pass_before(net, rows):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        loss = F.mse_loss(net(x), y)
        clip_grad_norm_(net.parameters(), 1.0)  # finding: finds no gradients to clip
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def only_use_says_what_it_is(net, optimizer, rows):
    for x, y in rows:
        optimizer.zero_grad()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: call it between `backward()` and `step()`
        F.mse_loss(net(x), y).backward()
        optimizer.step()


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1))
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def clip(self):
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)  # finding: already applied

    def update(self, x, y):
        self.net.zero_grad()
        F.mse_loss(self.net(x), y).backward()
        self.optimizer.step()
        self.clip()

    def fit(self, rows):
        for x, y in rows:
            self.update(x, y)


def full_batch(net, x, y):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.zero_grad()
    clip_grad_norm_(net.parameters(), 2.0)  # finding: finds no gradients to clip
    F.mse_loss(net(x), y).backward()
    optimizer.step()


def of_one_of_two(rows):
    critic, actor = nn.Linear(8, 1), nn.Linear(8, 8)
    critic_optimizer = torch.optim.Adam(critic.parameters())
    actor_optimizer = torch.optim.Adam(actor.parameters())
    for x, y in rows:
        critic_optimizer.zero_grad()
        F.mse_loss(critic(x), y).backward()
        clip_grad_norm_(critic.parameters(), 1.0)
        critic_optimizer.step()
        actor_optimizer.zero_grad()
        clip_grad_norm_(actor.parameters(), 1.0)  # finding: finds no gradients to clip
        (-critic(actor(x)).mean()).backward()
        actor_optimizer.step()


def taken_from_its_graph(net, rows):
    """Without its graph a gradient has the same numbers."""
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in rows:
        optimizer.zero_grad(set_to_none=False)
        for parameter in net.parameters():
            parameter.grad.detach_()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: finds no gradients to clip
        F.mse_loss(net(x), y).backward()
        optimizer.step()


class Fit:
    """Made with a model that is known in one place, and with any other in a second one."""

    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def run(self, rows):
        for x, y in rows:
            loss = F.mse_loss(self.net(x), y)
            clip_grad_norm_(self.net.parameters(), 1.0)  # finding: finds no gradients to clip
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()


def fit_linear(rows):
    Fit(nn.Linear(4, 1)).run(rows)


def fit_any(net, rows):
    Fit(net).run(rows)


class Reporter:
    """Draws curves, and steps nothing."""

    def add(self, loss, x):
        print(loss, x)


def logged_before_the_next_pass(net, rows, draw):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    reporter = Reporter()
    for x, y in rows:
        optimizer.zero_grad()
        loss = F.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        clip_grad_norm_(net.parameters(), 1.0)  # finding: clips gradients that `step()` has already applied
        reporter.add(loss, x)
        draw(loss)


class Agent:
    """Two models with an optimizer each: the other one's step applies nothing of this one's."""

    def __init__(self):
        self.actor, self.critic = nn.Linear(4, 2), nn.Linear(4, 1)
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())

    def update(self, batches):
        for states, returns in batches:
            self.actor_optimizer.zero_grad()
            (-self.actor(states).mean()).backward()
            self.actor_optimizer.step()
            clip_grad_norm_(self.actor.parameters(), 0.5)  # finding: clips gradients that `step()` has already applied
            self.critic_optimizer.zero_grad()
            F.mse_loss(self.critic(states), returns).backward()
            clip_grad_norm_(self.critic.parameters(), 0.5)
            self.critic_optimizer.step()


def settings_of_the_caller(mixed: bool = True, limit: float = 1.0):
    net = nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in torch.rand(8, 4, 2):
        optimizer.zero_grad()
        loss = net(x).mean()
        if mixed:
            loss.backward()
            clip_grad_norm_(net.parameters(), limit)
            optimizer.step()
        else:
            loss.backward()
            optimizer.step()
            clip_grad_norm_(net.parameters(), limit)  # finding: clips gradients that `step()` has already applied


def start(settings):
    settings_of_the_caller(**settings)
