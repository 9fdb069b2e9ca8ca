"""GANs whose discriminators or losses are of another kind: least squares, Wasserstein, a loss that is never called."""

import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(16, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))

    def forward(self, image):
        return self.model(image)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(16, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1), nn.Sigmoid())

    def forward(self, image):
        return self.model(image)


class AuxiliaryDiscriminator(nn.Module):
    """Both heads are probabilities; each has its own loss below."""

    def __init__(self, classes):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(16, 8), nn.LeakyReLU(0.2))
        self.adv_layer = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
        self.aux_layer = nn.Linear(8, classes)

    def forward(self, image):
        out = self.body(image)
        return self.adv_layer(out), self.aux_layer(out)


never_called = nn.BCELoss()


def log(x):
    return torch.log(x + 1e-8)


def softmax_gan(critic: Critic, real, fake):
    """The logarithm is of a sum of exponentials of a critic's scores."""
    d_real, d_fake = critic(real), critic(fake)
    total = torch.sum(torch.exp(-d_real)) + torch.sum(torch.exp(-d_fake))
    return torch.mean(d_real) + log(total)


def least_squares(real, fake):
    discriminator, mse = Discriminator(), nn.MSELoss()
    near = mse(discriminator(real), torch.ones(real.size(0), 1))
    far = mse(discriminator(fake), torch.zeros(fake.size(0), 1))
    return (near + far) / 2


def wasserstein(real, fake):
    critic = Critic()
    return critic(fake).mean() - critic(real).mean()


def logits(real):
    critic = Critic()
    return nn.BCEWithLogitsLoss()(critic(real), torch.ones(real.size(0), 1))


def boundary_seeking(y_pred):
    """A logit computed back from its sigmoid: nothing is left of it where the sigmoid has rounded."""
    near = torch.log(y_pred)  # finding: sigmoid
    far = torch.log(1 - y_pred)  # finding: sigmoid
    return 0.5 * torch.mean((near - far) ** 2)


def generator_step(fake):
    discriminator = Discriminator()
    return boundary_seeking(discriminator(fake))


def auxiliary(image, valid, labels):
    discriminator = AuxiliaryDiscriminator(10)
    adversarial, classification = nn.BCELoss(), nn.CrossEntropyLoss()
    validity, label = discriminator(image)
    real = adversarial(validity, valid)  # finding: sigmoid
    return real + classification(label, labels)
