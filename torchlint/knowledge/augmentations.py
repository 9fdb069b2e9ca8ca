"""Transforms that give another result for the same sample each time: those of torchvision and albumentations."""

from __future__ import annotations

# Besides all whose names begin with `Random`.
_RANDOM = frozenset(
    """AugMix AutoAugment ColorJitter ElasticTransform GaussianNoise RandAugment ScaleJitter TrivialAugmentWide
    Affine CoarseDropout Cutout ElasticTransform Flip GaussNoise GridDistortion HorizontalFlip HueSaturationValue
    MotionBlur OpticalDistortion Perspective Rotate ShiftScaleRotate Transpose VerticalFlip""".split()
)
_PACKAGES = ("torchvision.transforms.", "albumentations.")


def is_random_transform(name: str) -> bool:
    """Whether a transform, by its qualified name, draws what it does."""
    last = name.rpartition(".")[2]
    return name.startswith(_PACKAGES) and (last.startswith("Random") or last in _RANDOM)
