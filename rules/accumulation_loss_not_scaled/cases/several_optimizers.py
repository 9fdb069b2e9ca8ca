"""Several optimizers step every few passes: under one condition, under one each, or one of them in each pass."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
BATCHES = [(torch.randn(8, 4), torch.randn(8, 1)) for _ in range(8)]


def under_one_condition(accum):
    encoder, head = nn.Linear(4, 4), nn.Linear(4, 1)
    encoder_optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
    head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for i, (rows, wanted) in enumerate(BATCHES):
        F.mse_loss(head(encoder(rows)), wanted).backward()  # finding: sums gradients over several passes
        if (i + 1) % accum == 0:
            encoder_optimizer.step()
            head_optimizer.step()
            encoder_optimizer.zero_grad()
            head_optimizer.zero_grad()


def divided(parts):
    encoder, head = nn.Linear(4, 4), nn.Linear(4, 1)
    encoder_optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
    head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    for i, (rows, wanted) in enumerate(BATCHES):
        (F.mse_loss(head(encoder(rows)), wanted) / parts).backward()
        if (i + 1) % parts == 0:
            encoder_optimizer.step()
            head_optimizer.step()
            encoder_optimizer.zero_grad()
            head_optimizer.zero_grad()


def under_a_condition_each(accum):
    generator, critic = nn.Linear(4, 4), nn.Linear(4, 1)
    generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    for i, (rows, wanted) in enumerate(BATCHES):
        F.mse_loss(critic(generator(rows).detach()), wanted).backward()  # finding: sums gradients over several passes
        if (i + 1) % accum == 0:
            critic_optimizer.step()
            critic_optimizer.zero_grad()
        F.mse_loss(generator(rows), rows).backward()  # finding: sums gradients over several passes
        if (i + 1) % accum == 0:
            generator_optimizer.step()
            generator_optimizer.zero_grad()


def every_few_critics(critics):
    generator, critic = nn.Linear(4, 4), nn.Linear(4, 1)
    generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
    for i, (rows, wanted) in enumerate(BATCHES):
        critic_optimizer.zero_grad()
        F.mse_loss(critic(generator(rows)), wanted).backward()
        critic_optimizer.step()
        if (i + 1) % critics == 0:
            generator_optimizer.zero_grad()
            F.mse_loss(critic(generator(rows)), 1 - wanted).backward()
            generator_optimizer.step()


def of_a_list(encoder, head, optimizers, accum):
    for i, (rows, wanted) in enumerate(BATCHES):
        F.mse_loss(head(encoder(rows)), wanted).backward()  # finding: sums gradients over several passes
        if (i + 1) % accum == 0:
            nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
            for optimizer in optimizers:
                optimizer.step()
                optimizer.zero_grad()


for run in (under_one_condition, divided, under_a_condition_each, every_few_critics):
    run(2)
