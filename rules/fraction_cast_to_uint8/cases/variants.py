"""Fractions that are cast to bytes, and numbers that are none."""

import contextlib

import numpy as np
import torch
from PIL import Image


def cut(path, image, logits):
    picture = np.asarray(Image.open(path).convert("RGB"))
    noisy = picture + np.random.uniform(0, 1, picture.shape)
    first = noisy.astype(np.uint8)  # finding: adds nothing to `picture`
    second = np.uint8(np.clip(np.random.random(picture.shape) + np.array(image), 0, 255))  # finding: adds nothing
    third = torch.rand(3, 8, 8).to(torch.uint8)  # finding: becomes 0
    fourth = torch.softmax(logits, dim=1).to(dtype=torch.uint8)  # finding: becomes 0
    fifth = np.random.uniform(size=(8, 8)).astype("uint8")  # finding: becomes 0
    return first, second, third, fourth, fifth


def kept(path, image, logits, level):
    picture = np.asarray(Image.open(path).convert("RGB"))
    first = (picture + 255 * np.random.rand(*picture.shape)).astype(np.uint8)
    second = (picture + np.random.uniform(-20, 20, picture.shape)).astype(np.uint8)
    third = (picture + np.random.randn(*picture.shape)).astype(np.uint8)
    dithered = (picture * 0.5 + np.random.rand(*picture.shape)).astype(np.uint8)
    scaled = (image * 255 + np.random.rand(*picture.shape)).astype(np.uint8)
    fourth = (torch.sigmoid(logits) > 0.5).byte()
    fifth = torch.rand(3).round().byte()
    sixth = (torch.rand(3) < level).to(torch.uint8)
    seventh = np.random.rand(3).astype(np.float32)
    eighth = np.random.uniform(0, 255, (3, 3)).astype(np.uint8)
    ninth = torch.softmax(logits, 1).argmax(1).byte()
    return first, second, third, dithered, scaled, fourth, fifth, sixth, seventh, eighth, ninth


def drawn_perhaps(image, drawn):
    with contextlib.suppress(ValueError):
        image = np.random.rand(*drawn)
    return image.astype(np.uint8)


class Masks:
    """Probabilities that a method of the same object saves, and positions, which are whole numbers."""

    def write(self, confidence, path):
        best = confidence.max(dim=1)[0][0]
        Image.fromarray(best.cpu().numpy().astype(np.uint8)).save(path)  # finding: becomes 0

    def write_scaled(self, confidence, path):
        best = confidence.max(dim=1)[0][0]
        Image.fromarray((best.cpu().numpy() * 255).astype(np.uint8)).save(path)

    def write_classes(self, confidence, path):
        Image.fromarray(confidence.max(dim=1)[1][0].cpu().numpy().astype(np.uint8)).save(path)

    def write_rounded(self, confidence, path):
        Image.fromarray(confidence.amax(dim=1).round().cpu().numpy().astype(np.uint8)).save(path)

    def predict(self, logits, path):
        confidence = torch.softmax(logits, dim=1)
        self.write(confidence, path)
        self.write_scaled(confidence, path)
        self.write_classes(confidence, path)
        self.write_rounded(confidence, path)
