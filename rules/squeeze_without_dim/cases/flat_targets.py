"""What a loss compares with one number for each sample."""

import torch
import torch.nn.functional as F


class Ranking:
    def __init__(self):
        self.loss = torch.nn.BCEWithLogitsLoss()

    def __call__(self, scores):
        positive, negative = scores["positive"], scores["negative"]
        difference = (positive - negative).squeeze()  # suspected: which the target keeps; use `.squeeze(-1)`
        return self.loss(difference, torch.ones(positive.shape[0]).to(positive.device))

    def together(self, scores):
        p = scores["positive"].squeeze()  # suspected: also removes the batch dimension if it is 1
        n = scores["negative"].squeeze(-1)
        labels = torch.cat([torch.ones(p.size(0)), torch.zeros(len(n))])
        return self.loss(torch.cat([p, n]), labels)

    def of_one_row(self, scores):
        """A row of one text, whose words are compared."""
        return self.loss(scores["positive"].squeeze(), torch.ones(scores["positive"].shape[1]))

    def of_any_shape(self, scores, wanted):
        return F.mse_loss(scores["positive"].squeeze(), wanted.squeeze())


ranking = Ranking()
rows = {"positive": torch.rand(3, 1), "negative": torch.rand(3, 1)}
print(ranking(rows), ranking.together(rows), ranking.of_any_shape(rows, torch.rand(3, 1)))
