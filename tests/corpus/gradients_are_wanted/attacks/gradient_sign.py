"""A model in eval mode whose gradients an attack needs; it asks for them in another file."""

import torch

from attacks.steps import ascend, gradient_of, saliency


class GradientSign:
    def __init__(self, model, eps):
        self.model, self.eps = model.eval(), eps

    def perturb(self, images, labels):
        images = images.clone().requires_grad_(True)
        loss = torch.nn.functional.cross_entropy(self.model(images), labels)
        return images + self.eps * gradient_of(loss, images).sign()

    def perturb_slowly(self, images, labels, rounds=3):
        for _ in range(rounds):
            images = images.detach().requires_grad_()
            output = self.model(images)
            ascend(torch.nn.functional.cross_entropy(output, labels))
            images = images + self.eps * images.grad.sign()
        return images.detach()

    def look(self, images):
        self.model.eval()
        scores = self.model(images)
        saliency(scores)
        return scores.argmax(1)

    def predict(self, loader):
        self.model.eval()
        return [self.model(images).argmax(1) for images, _ in loader]  # finding: evaluated with gradients enabled
