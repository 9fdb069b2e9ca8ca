"""Three models whose callers have to know by heart what comes in which place."""

import torch
import torch.nn.functional as F
from torch import nn


class Listener(nn.Module):
    """Reads a spectrogram: the words, how loud each moment is, and whose voice it is."""

    def __init__(self, bands: int = 16, words: int = 12) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(bands, 32), nn.ReLU())
        self.words = nn.Linear(32, words)
        self.loudness = nn.Linear(32, 1)
        self.voice = nn.Linear(32, 8)

    def forward(self, frames: torch.Tensor):
        hidden = self.body(frames)
        words = self.words(hidden)
        loudness = self.loudness(hidden).squeeze(-1)
        voice = F.normalize(self.voice(hidden.mean(dim=1)), dim=-1)
        return words, loudness, voice  # finding: bare tuple


class Autoencoder(nn.Module):
    """A variational autoencoder of spectra."""

    def __init__(self, bands: int = 16, latent: int = 4) -> None:
        super().__init__()
        self.enc = nn.Linear(bands, 2 * latent)
        self.dec = nn.Linear(latent, bands)

    def encode(self, spectra: torch.Tensor):
        return self.enc(spectra).chunk(2, dim=-1)

    def forward(self, spectra: torch.Tensor):
        mu, log_var = self.encode(spectra)
        z = mu + torch.exp(0.5 * log_var) * torch.randn_like(mu)
        return self.dec(z), mu, log_var  # finding: bare tuple


class Classifier(nn.Module):
    """Computes its own loss where it is given labels."""

    def __init__(self, bands: int = 16, classes: int = 5) -> None:
        super().__init__()
        self.head = nn.Linear(bands, classes)

    def forward(self, spectra: torch.Tensor, labels: torch.Tensor | None = None):
        logits = self.head(spectra)
        loss = None
        if labels is not None:
            loss = F.cross_entropy(logits, labels)
        return logits, loss  # finding: bare tuple


def main() -> None:
    torch.manual_seed(0)
    frames = torch.randn(4, 20, 16)
    spectra = frames.mean(dim=1)

    listener = Listener()
    words, _, _ = listener(frames)
    voice = listener(frames)[2]
    print("words", tuple(words.shape), "voice", tuple(voice.shape))

    autoencoder = Autoencoder()
    decoded, mu, log_var = autoencoder(spectra)
    kl = -0.5 * torch.sum(1 + log_var - mu.pow(2) - log_var.exp())
    print("autoencoder", f"{(F.mse_loss(decoded, spectra) + kl).item():.3f}")

    classifier = Classifier()
    _, loss = classifier(spectra, torch.tensor([0, 1, 2, 3]))
    loss.backward()
    logits, _ = classifier(spectra)
    print("classifier", f"{loss.item():.3f}", logits.argmax(dim=1).tolist())


if __name__ == "__main__":
    main()
