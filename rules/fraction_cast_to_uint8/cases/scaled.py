"""Images that were divided by 255 before."""

import cv2
import numpy as np
import torch
from PIL import Image


def blacked_out(path):
    image = cv2.imread(path)
    scaled = image.astype(np.float32) / 255.0
    cv2.imwrite("out.png", scaled.astype(np.uint8))  # finding: is between 0 and 1
    return torch.from_numpy(image), Image.fromarray((scaled * 255).astype(np.uint8)), (image / 255 > 0.5).astype(np.uint8)
