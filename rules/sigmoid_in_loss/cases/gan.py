"""A GAN written as a script, as tutorials do: a module-level discriminator ends in a sigmoid, the losses come later."""

import torch
import torch.nn as nn

latent = 4
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()

        def block(inputs, outputs):
            return [nn.Linear(inputs, outputs), nn.LeakyReLU(0.2, inplace=True)]

        self.model = nn.Sequential(*block(16, 8), *block(8, 4), nn.Linear(4, 1), nn.Sigmoid())

    def forward(self, image):
        flat = image.view(image.size(0), -1)
        validity = self.model(flat)
        return validity


generator = nn.Sequential(nn.Linear(latent, 16), nn.Tanh())
discriminator = Discriminator()
adversarial_loss = torch.nn.BCELoss()
if torch.cuda.is_available():
    generator.cuda()
    discriminator.cuda()
    adversarial_loss.cuda()

optimizer_g = torch.optim.SGD(generator.parameters(), lr=2e-4)
optimizer_d = torch.optim.SGD(discriminator.parameters(), lr=2e-4)

for _ in range(1):
    for real in torch.rand(2, 3, 4, 4, device=device):
        valid = torch.ones(real.size(0), 1, device=device)
        fake = torch.zeros(real.size(0), 1, device=device)

        optimizer_g.zero_grad()
        images = generator(torch.randn(real.size(0), latent, device=device))
        g_loss = adversarial_loss(discriminator(images), valid)  # finding: sigmoid
        g_loss.backward()
        optimizer_g.step()

        optimizer_d.zero_grad()
        real_loss = adversarial_loss(discriminator(real), valid)  # finding: sigmoid
        fake_loss = adversarial_loss(discriminator(images.detach()), fake)  # finding: sigmoid
        d_loss = (real_loss + fake_loss) / 2
        d_loss.backward()
        optimizer_d.step()
