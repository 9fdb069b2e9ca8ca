"""The network that pytorch-fid computes the features of images with, as of pytorch-fid 0.3."""

from __future__ import annotations

from torchlint.knowledge.effects import CallModel, LibraryModel

# It comes with its weights and in train mode: those who use it call eval().
MODEL = LibraryModel(
    ("pytorch_fid",),
    version="0.3",
    calls={"inception.InceptionV3": CallModel("module", pretrained=True)},
)
