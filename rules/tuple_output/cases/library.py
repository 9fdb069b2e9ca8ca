"""A file that defines models and builds none: only what a model does inside can say that it stands on its own."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class GPT(nn.Module):
    """Computes its training loss, as no inner block does."""

    def __init__(self, words=50, width=8):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.lm_head = nn.Linear(width, words)

    def forward(self, tokens, targets=None):
        x = self.embedding(tokens)
        if targets is not None:
            logits = self.lm_head(x)
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))
        else:
            logits = self.lm_head(x[:, [-1], :])
            loss = None
        return logits, loss  # finding: bare tuple


class CaptionDecoder(nn.Module):
    """Five things, of which each caller needs another two."""

    def __init__(self, words=50, width=8):
        super().__init__()
        self.embedding = nn.Embedding(words, width)
        self.step = nn.LSTMCell(2 * width, width)
        self.attend = nn.Linear(width, 1)
        self.fc = nn.Linear(width, words)

    def forward(self, image, captions, lengths):
        lengths, order = lengths.sort(descending=True)
        image, captions = image[order], captions[order]
        decode_lengths = (lengths - 1).tolist()
        h = c = torch.zeros_like(image[:, 0])
        predictions, alphas = [], []
        for t in range(max(decode_lengths)):
            alpha = torch.softmax(self.attend(image * h[:, None]).squeeze(-1), dim=1)
            seen = (alpha[:, :, None] * image).sum(1)
            h, c = self.step(torch.cat([self.embedding(captions[:, t]), seen], 1), (h, c))
            predictions.append(self.fc(h))
            alphas.append(alpha)
        predictions, alphas = torch.stack(predictions, 1), torch.stack(alphas, 1)
        return predictions, captions, decode_lengths, alphas, order  # suspected: bare tuple
