"""Makes the halves first, and gives them to the whole."""

import torch

from speller import Reader, Scorer, Speller, Writer


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
        loss = speller(frames, 3).logsumexp(-1).mean() + scores.mean() + length.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    main()
