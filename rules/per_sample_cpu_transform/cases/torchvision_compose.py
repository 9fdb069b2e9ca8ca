"""Steps of a Compose that is given to a dataset: colour and blur could wait for the batch; Normalize is custom."""

import torch
from torch.utils.data import DataLoader
from torchvision import datasets, transforms
from torchvision.transforms import v2


def contrastive(root):
    augment = transforms.Compose(
        [
            transforms.RandomResizedCrop(224, scale=(0.2, 1.0)),
            transforms.ColorJitter(0.4, 0.4, 0.4, 0.1),  # finding: for each sample
            transforms.GaussianBlur(23),  # finding: for each sample
            transforms.RandomHorizontalFlip(),
            transforms.ToTensor(),
            transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)),
        ]
    )
    return DataLoader(datasets.ImageFolder(root, augment), batch_size=256)


def style(root):
    transform = transforms.Compose(
        [
            transforms.Resize(256),
            transforms.CenterCrop(256),
            transforms.ToTensor(),
            transforms.Lambda(lambda x: x.mul(255)),  # finding: for each sample
        ]
    )
    return DataLoader(datasets.ImageFolder(root, transform=transform), batch_size=4)


def digits(root):
    return DataLoader(
        datasets.MNIST(
            root,
            transform=transforms.Compose(
                [
                    transforms.ToTensor(),
                    transforms.Normalize((0.1307,), (0.3081,)),
                ]
            ),
        ),
        batch_size=64,
    )


def second_version(root):
    steps = v2.Compose(
        [
            v2.ToImage(),
            v2.RandomCrop(32, padding=4),
            v2.ToDtype(torch.float32, scale=True),
            v2.Normalize(mean=[0.5], std=[0.5]),
        ]
    )
    return datasets.CIFAR10(root, transform=steps)


def geometry(root):
    """Size and layout only."""
    transform = transforms.Compose(
        [
            transforms.Resize(256),
            transforms.RandomCrop(224),
            transforms.RandomHorizontalFlip(),
            transforms.PILToTensor(),
        ]
    )
    return DataLoader(datasets.ImageFolder(root, transform), batch_size=256)


def one_image(image, batch_size, device):
    """A style image is read once."""
    transform = transforms.Compose([transforms.ToTensor(), transforms.Lambda(lambda x: x.mul(255))])
    return transform(image).repeat(batch_size, 1, 1, 1).to(device)


def on_batches(loader, device):
    """The same steps, once per batch and on its device."""
    steps = v2.Compose([v2.ToDtype(torch.float32, scale=True), v2.Normalize(mean=[0.5], std=[0.5])])
    for images, labels in loader:
        yield steps(images.to(device)), labels.to(device)


def shown_again(predictions, show):
    restore = transforms.Compose(
        [
            transforms.Normalize([-2.0], [4.0]),
            transforms.Lambda(lambda x: x.div(255)),
            transforms.ToPILImage(),  # what is an image again is looked at, or goes on as one
        ]
    )
    show([restore(p) for p in predictions], restore)


def from_arrays(root):
    steps = transforms.Compose([transforms.ToPILImage(), transforms.GaussianBlur(3)])  # finding: for each sample
    return datasets.CIFAR10(root, transform=steps)


def colours_left_alone(root):
    """A jitter without any strength does nothing, wherever it runs."""
    steps = transforms.Compose([transforms.ColorJitter(), v2.ColorJitter(0, saturation=0.0), transforms.ToTensor()])
    return DataLoader(datasets.CIFAR10(root, transform=steps), batch_size=64)


def hues(root, strength=0):
    steps = transforms.Compose(
        [
            transforms.ColorJitter(hue=strength),  # finding: for each sample
            transforms.ToTensor(),
        ]
    )
    return DataLoader(datasets.CIFAR10(root, transform=steps), batch_size=64)


looks = transforms.Compose([transforms.Resize(96), transforms.ColorJitter(0.5, 0.5, 0.5)])


def show_some(image, show):
    """One picture as it may come out, to be looked at: these steps are for no dataset."""
    for _ in range(9):
        show(looks(image))


def varied(image):
    looks = transforms.Compose([transforms.Resize(96), transforms.ToTensor()])
    return looks(image)


def with_another_of_that_name(root):
    return DataLoader(datasets.ImageFolder(root, transform=varied), batch_size=64)


tones = transforms.Compose([transforms.Resize(96), transforms.ColorJitter(0.5, 0.5, 0.5)])  # finding: for each sample


def tinted(root, image, show):
    show(tones(image))
    return DataLoader(datasets.ImageFolder(root, transform=tones), batch_size=64)
