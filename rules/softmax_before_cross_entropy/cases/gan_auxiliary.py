"""A discriminator with two heads, as a script: the second head ends in a softmax and goes to a cross entropy."""

import torch
import torch.nn as nn

classes, latent = 3, 4


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(nn.Linear(16, 8), nn.LeakyReLU(0.2))
        self.adv_layer = nn.Linear(8, 1)
        self.aux_layer = nn.Sequential(nn.Linear(8, classes), nn.Softmax(dim=1))

    def forward(self, image):
        out = self.blocks(image.flatten(1))
        validity = self.adv_layer(out)
        label = self.aux_layer(out)

        return validity, label


generator = nn.Sequential(nn.Linear(latent, 16), nn.Tanh())
discriminator = Discriminator()
adversarial_loss = nn.MSELoss()
auxiliary_loss = nn.CrossEntropyLoss()

for images in torch.rand(2, 3, 4, 4):
    labels = torch.randint(classes, (images.size(0),))
    valid = torch.ones(images.size(0), 1)

    validity, pred_label = discriminator(generator(torch.randn(images.size(0), latent)))
    g_loss = 0.5 * (adversarial_loss(validity, valid) + auxiliary_loss(pred_label, labels))  # finding: softmax
    g_loss.backward()

    real_pred, real_aux = discriminator(images)
    d_loss = adversarial_loss(real_pred, valid)
    d_loss = d_loss + auxiliary_loss(real_aux, labels)  # finding: `CrossEntropyLoss` applies softmax itself, but
    d_loss.backward()
