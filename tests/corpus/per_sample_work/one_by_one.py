"""No batches here: each drawing is looked at by itself."""

from torchvision import transforms

from crops import Negative
from folder import Photos

drawings = Photos("drawings")
drawings.pipeline = transforms.Compose([transforms.Resize(64), Negative(), transforms.ToTensor()])
for index in range(len(drawings)):
    print(drawings[index][0].mean())
