"""One letter through a model as it was made, in a notebook that trains it further down."""

import torch
from torch import nn


class Letters(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.state, self.kind = nn.Linear(4 + width, width), nn.Linear(width, 3)

    def forward(self, letter, before):
        after = torch.tanh(self.state(torch.cat((letter, before), 1)))
        return self.kind(after), after


letters = Letters(5)
word = torch.eye(4)
state = torch.zeros(1, 5)
output, state = letters(word[:1], state)
print(output.shape, torch.argmax(output).item())

optimizer = torch.optim.SGD(letters.parameters(), lr=0.1)


def fit(word, kind):
    state = torch.zeros(1, 5)
    for place in range(len(word)):
        output, state = letters(word[place : place + 1], state)
    loss = nn.functional.cross_entropy(output, kind)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


for _ in range(3):
    print(fit(word, torch.tensor([1])))
output, _ = letters(word[:1], torch.zeros(1, 5))  # finding: `letters` is evaluated with gradients enabled
print(torch.argmax(output).item())
