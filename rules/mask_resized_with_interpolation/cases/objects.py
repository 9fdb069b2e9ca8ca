"""Label maps that an object resizes, and files of labels."""

import cv2
import numpy as np
import torch
from PIL import Image
from torchvision import transforms
from torchvision.transforms import InterpolationMode


class Scenes:
    def __init__(self, images, masks):
        self.images, self.masks = images, masks
        self.transform = transforms.Compose([transforms.Resize((64, 64)), transforms.ToTensor()])
        self.resize = transforms.Resize((64, 64))
        self.resize_mask = transforms.Resize((64, 64), interpolation=InterpolationMode.NEAREST)
        self.augment = transforms.Compose([transforms.ColorJitter(), transforms.ToTensor()])

    def __getitem__(self, index):
        image = Image.open(self.images[index])
        mask = Image.open(self.masks[index]).convert("L")
        scaled = (self.transform(mask) * 255).long()  # finding: `self.transform(mask)` mixes class ids of `mask`
        small = np.array(self.resize(mask)).astype(np.int64)  # finding: resize labels with `InterpolationMode.NEAREST`
        right = np.array(self.resize_mask(mask)).astype(np.int64)
        same = self.augment(mask).long()
        return self.transform(image), scaled, small, right, same

    def by_opencv(self, index):
        mask = cv2.resize(cv2.imread(self.masks[index], 0), (64, 64))  # finding: mixes class ids of
        image = cv2.resize(cv2.imread(self.images[index]), (64, 64))
        return torch.from_numpy(image).long(), torch.from_numpy(mask).long()

    def soft(self, index):
        mask = Image.open(self.masks[index]).convert("L")
        return self.transform(mask), (self.transform(mask) > 0.5).long()
