"""Compares images by the features of a network that comes from a folder with a hubconf.py."""

import pathlib
import tempfile
import time

import torch

HUB = pathlib.Path(tempfile.mkdtemp())
torch.save(torch.nn.Linear(768, 2048).state_dict(), HUB / "features.pt")
(HUB / "hubconf.py").write_text(
    "import torch\n"
    "def features():\n"
    "    network = torch.nn.Linear(768, 2048)\n"
    f"    network.load_state_dict(torch.load({str(HUB / 'features.pt')!r}, weights_only=True))\n"
    "    return network.eval()\n"
)


def distance(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    network = torch.hub.load(str(HUB), "features", source="local")
    with torch.no_grad():
        return (network(first) - network(second)).pow(2).mean()


if __name__ == "__main__":
    images = torch.rand(100, 768)
    begun = time.perf_counter()
    distances = []
    for image in images:
        distances.append(distance(image, images[0]))  # finding: loads a network in each pass
    print(f"{torch.stack(distances).mean():.4f} in {time.perf_counter() - begun:.3f} s")
