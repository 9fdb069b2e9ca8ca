"""Steps for whoever wants them: nobody in this project loads pictures in batches."""

from torchvision import transforms


def softer():
    return transforms.Compose([transforms.GaussianBlur(9), transforms.ToTensor()])  # suspected: for each sample
