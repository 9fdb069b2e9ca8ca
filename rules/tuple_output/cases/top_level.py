"""Models that are built and called outside every other module, and return different things side by side."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Discriminator(nn.Module):
    """Is it real, and what is it?"""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(16, 8)
        self.adv_layer = nn.Linear(8, 1)
        self.aux_layer = nn.Linear(8, 10)

    def forward(self, image):
        out = self.body(image)
        validity = self.adv_layer(out)
        label = self.aux_layer(out)

        return validity, label  # finding: bare tuple


class InfoDiscriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.adv, self.aux, self.latent = nn.Linear(8, 1), nn.Linear(8, 10), nn.Linear(8, 2)

    def forward(self, out):
        return self.adv(out), self.aux(out), self.latent(out)  # finding: bare tuple


class Energy(nn.Module):
    """An autoencoding discriminator that hands out its embedding, too."""

    def __init__(self):
        super().__init__()
        self.down, self.up = nn.Linear(16, 4), nn.Linear(4, 16)

    def forward(self, image):
        embedding = self.down(image)
        out = self.up(embedding)
        return out, embedding  # finding: bare tuple


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.affine = nn.Linear(4, 128)
        self.action_head = nn.Linear(128, 2)
        self.value_head = nn.Linear(128, 1)

    def forward(self, state):
        x = F.relu(self.affine(state))
        action_prob = F.softmax(self.action_head(x), dim=-1)
        state_values = self.value_head(x)
        return action_prob, state_values  # finding: bare tuple


class Pooling(nn.Module):
    """Prediction, auxiliary loss and a statistic."""

    def __init__(self):
        super().__init__()
        self.score, self.head = nn.Linear(8, 1), nn.Linear(8, 3)

    def forward(self, x):
        score = torch.sigmoid(self.score(x)).squeeze(-1)
        kept = x[score > 0.5]
        ratio = kept.size(0) / x.size(0)
        aux_loss = (score - 0.5).pow(2).mean()
        return F.log_softmax(self.head(kept), dim=-1), aux_loss, ratio  # finding: bare tuple


class SeveralLines(nn.Module):
    def __init__(self):
        super().__init__()
        self.language_model, self.next_sentence = nn.Linear(8, 50), nn.Linear(8, 2)

    def forward(self, hidden):
        return (  # finding: bare tuple
            self.language_model(hidden),
            self.next_sentence(hidden[:, 0]),
        )


class Embedder(nn.Module):
    """The encoder of a clustering GAN: code, class probabilities and their logits are easily swapped."""

    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 7)

    def forward(self, x):
        z = self.fc(x)
        zn, zc_logits = z[:, :4], z[:, 4:]
        zc = F.softmax(zc_logits, dim=1)
        return zn, zc, zc_logits  # finding: bare tuple


class Contrast(nn.Module):
    """Logits and the labels that go with them."""

    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(16, 8)

    def forward(self, query, key):
        logits = self.encoder(query) @ self.encoder(key).t()
        labels = torch.arange(logits.size(0), device=logits.device)
        return logits, labels  # finding: bare tuple


def main():
    images, hidden = torch.randn(2, 16), torch.randn(2, 5, 8)
    validity, label = Discriminator()(images)
    info = InfoDiscriminator()
    _, _, code = info(hidden)
    reconstructed, _ = Energy()(images)
    probs, value = ActorCritic()(torch.randn(1, 4))
    out, aux_loss, _ = Pooling()(hidden[0])
    words, order = SeveralLines()(hidden)
    model = nn.DataParallel(Embedder())
    zn, zc, _ = model(images)
    contrast = Contrast()
    loss = F.cross_entropy(*contrast(images, images))
    return validity, label, code, reconstructed, probs, value, out, aux_loss, words, order, zn, zc, loss


if __name__ == "__main__":
    main()
