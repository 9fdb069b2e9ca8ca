"""Networks that end in one number for each thing they are given."""

from torch import nn


class Judge(nn.Module):
    """Hears one case at a time, (words, 1, 8): a program that reads its score by `item()` has no other."""

    def __init__(self):
        super().__init__()
        self.ear = nn.LSTM(8, 16)
        self.head = nn.Linear(16, 1)

    def forward(self, words):
        _, (heard, _) = self.ear(words)
        score = self.head(heard[-1]).squeeze()  # suspected: also removes the batch dimension
        return heard[-1], score


class Critic(nn.Module):
    """Asked about one state by who acts, about a batch of them by who learns."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 1)

    def forward(self, states):
        return self.head(states).squeeze()  # finding: also removes the batch dimension


class Grader(nn.Module):
    """What is read by `item()` is the mean of its grades."""

    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 1)

    def forward(self, papers):
        return self.head(papers).squeeze()  # finding: also removes the batch dimension
