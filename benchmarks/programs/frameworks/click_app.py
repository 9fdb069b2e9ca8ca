"""A command with sub-commands by click; one trains, the other would export."""

# needs: click
# runs: {python} {path} train --steps 20

import click
import torch
from torch import nn


@click.group()
def cli():
    """Train and export."""


@cli.command()
@click.option("--steps", default=10)
def train(steps):
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.Adam(net.parameters())
    losses = []
    for _ in range(steps):
        x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss)  # confirmed by list-accumulates-graph
    click.echo(f"{sum(losses).item():.6f}")
    torch.save(net.state_dict(), "weights.pt")


@cli.command()
def export():
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    net.load_state_dict(torch.load("weights.pt", weights_only=True))
    total = 0.0
    for x in torch.randn(4, 2, 4):
        net.zero_grad()
        loss = nn.functional.cross_entropy(net(x), torch.zeros(2, dtype=torch.long))
        loss.backward()
        total += loss  # not-reached by loss-accumulates-graph
    click.echo(total)


if __name__ == "__main__":
    cli()
