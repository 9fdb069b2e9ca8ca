"""Saves the optimizers' states; a resumed run has to get each of them back."""

import torch
from torch import nn


def generate(path, epochs, is_resumed):
    maker, critic = nn.Linear(8, 8), nn.Linear(8, 1)
    of_maker = torch.optim.Adam(maker.parameters())
    of_critic = torch.optim.Adam(critic.parameters())
    start = 0
    if is_resumed:
        found = torch.load(path, weights_only=True)
        maker.load_state_dict(found["maker"])
        critic.load_state_dict(found["critic"])
        of_maker.load_state_dict(found["of_maker"])
        start = found["epoch"]
    for epoch in range(start, epochs):
        states = {
            "maker": maker.state_dict(),
            "critic": critic.state_dict(),
            "of_maker": of_maker.state_dict(),
            "of_critic": of_critic.state_dict(),  # finding: `of_critic.state_dict()` is saved and never restored, as
            "epoch": epoch,
        }
        torch.save(states, path)


# All of them, one after the other.
def restore_all(path):
    one, other = nn.Linear(8, 8), nn.Linear(8, 1)
    first, second = torch.optim.Adam(one.parameters()), torch.optim.Adam(other.parameters())
    found = torch.load(path, weights_only=True)
    for optimizer, state in zip([first, second], found["optimizers"]):
        optimizer.load_state_dict(state)
    torch.save({"optimizers": [first.state_dict(), second.state_dict()]}, path)


# By a function of another file.
def restored_elsewhere(path, load_checkpoint):
    net = nn.Linear(8, 8)
    stepping = torch.optim.SGD(net.parameters(), lr=0.1)
    torch.optim.lr_scheduler.StepLR(stepping, 3).load_state_dict({"last_epoch": 2})
    load_checkpoint(path, net, stepping)
    torch.save({"net": net.state_dict(), "stepping": stepping.state_dict()}, path)
