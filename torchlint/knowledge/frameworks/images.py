"""Pillow, OpenCV, imageio and scikit-image: images are arrays here."""

from __future__ import annotations

from torchlint.knowledge.effects import LibraryModel
from torchlint.knowledge.frameworks.rows import ARRAY, IMAGE, each

MODEL = LibraryModel(
    ("PIL", "cv2", "imageio", "skimage"),
    calls=each("PIL.Image.open cv2.imread imageio.imread skimage.io.imread", IMAGE),
    patterns={r".*": ARRAY},
)
