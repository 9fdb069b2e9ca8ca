"""Makes the halves first, and gives them to the whole."""

import torch

from speller import Looker, Reader, Scorer, Speller, Writer


class Summary(torch.nn.Module):
    def __init__(self, look, width):
        super().__init__()
        self.look, self.narrow = look, torch.nn.Linear(4, width)

    def forward(self, frames):
        weights, scores = self.look(frames)
        return self.narrow((weights * frames).sum(0) + scores.mean())


def summary(kind, width):
    look = Looker()
    return {"small": Summary, "large": Summary}[kind](look, width) if kind else Summary(look, 2)


def main():
    reader = Reader(8)
    writer = Writer(8, 26)
    speller = torch.nn.DataParallel(Speller(reader, writer))
    scorer = Scorer()
    scorer = torch.nn.DataParallel(scorer)
    optimizer = torch.optim.Adam([*speller.parameters(), *scorer.parameters()])
    for _ in range(10):
        frames = torch.rand(12, 2, 4)
        scores, length = scorer(frames)
        print(summary("", 2)(frames).shape)
        loss = speller(frames, 3).logsumexp(-1).mean() + scores.mean() + length.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
