"""Labels that are resized, with classes that are mixed and classes that are not."""

import cv2
import numpy as np
import torch
import torch.nn.functional as F
import torchvision.transforms.functional as TF
from PIL import Image


class Scenes:
    size = (64, 64)

    def by_opencv(self, image, label):
        image = cv2.resize(image, self.size)
        label = cv2.resize(label, self.size)  # finding: `cv2.resize(label, self.size)` mixes class ids of `label` at
        return image, torch.from_numpy(label).long()

    def by_opencv_as_it_should(self, image, label):
        label = cv2.resize(label, self.size, interpolation=cv2.INTER_NEAREST)
        return cv2.resize(image, self.size), torch.from_numpy(label).long()

    def by_pillow(self, path):
        lbl = Image.open(path)
        lbl = lbl.resize(self.size)  # suspected: `lbl.resize(self.size)` mixes class ids of `lbl` at their borders
        lbl = torch.from_numpy(np.array(lbl)).long()
        lbl[lbl == 255] = 0
        return lbl

    def by_pillow_in_grey(self, path):
        mask = Image.open(path).convert("L")
        return np.array(mask.resize(self.size, Image.BILINEAR)).astype(np.int64)  # finding: mixes class ids of `mask`

    def by_pillow_as_it_should(self, path):
        mask = Image.open(path).convert("L").resize(self.size, Image.NEAREST)
        return torch.from_numpy(np.array(mask)).long()

    def by_torchvision(self, path):
        gt = Image.open(path).convert("L")
        gt = TF.resize(gt, self.size)  # finding: `TF.resize(gt, self.size)` mixes class ids of `gt` at their borders
        return torch.as_tensor(np.array(gt), dtype=torch.int64).to(torch.long)


def binary(mask, soft_mask, attention_mask):
    mask = cv2.resize(mask.astype("float32"), (32, 32))
    mask = (mask > 0.5).astype(np.int64)
    soft = F.interpolate(soft_mask, size=(32, 32), mode="bilinear")
    nearest = F.interpolate(attention_mask.float(), size=(32, 32)).long()
    rounded = F.interpolate(attention_mask.float(), size=(32, 32), mode="bilinear").round().long()
    return mask, soft, nearest, rounded


def of_classes(seg_map):
    one_hot = F.one_hot(seg_map).permute(0, 3, 1, 2).float()
    classes = F.interpolate(one_hot, size=(32, 32), mode="bilinear").argmax(1)
    seg_map = F.interpolate(seg_map[None].float(), (32, 32), mode="bicubic")  # finding: mixes class ids of
    return classes, seg_map[0].to(torch.int64)


def of_two(edit_mask):
    return F.interpolate(edit_mask.float(), size=(8, 8), mode="bilinear").gt(0.5).int()


def of_scores(mask_preds, mask_targets):
    mask_preds = F.interpolate(mask_preds.unsqueeze(1), mask_targets.shape[-2:], mode="bilinear").squeeze(1)
    print(mask_preds.shape)
    return mask_preds
