"""Loaders and datasets of libraries; waves of files are arrays or tensors, and trackers keep numbers only."""

import librosa
import ray.train.torch
import torch
import torchaudio
import wandb
import webdataset as wds
from bitsandbytes.nn import Linear4bit
from composer.models import ComposerModel
from ffcv.loader import Loader, OrderOption
from monai.data import CacheDataset
from torch import nn
from torchdata.stateful_dataloader import StatefulDataLoader
from torchio import SubjectsLoader

reveal(StatefulDataLoader([], batch_size=2))  # loader, torchdata.stateful_dataloader.StatefulDataLoader
reveal(SubjectsLoader([], batch_size=2))  # loader, torchio.SubjectsLoader
reveal(Loader("train.beton", batch_size=2, order=OrderOption.RANDOM))  # loader
reveal(wds.WebLoader([], batch_size=None).unbatched().shuffle(100).batched(4).with_epoch(10))  # loader
reveal(CacheDataset([], transform=None))  # dataset, monai.data.CacheDataset
wave, rate = torchaudio.load("a.wav")
reveal(wave)  # tensor, no grad
reveal(torchaudio.functional.resample(wave, rate, 16000))  # output, no grad, assumed
wave, rate = librosa.load("a.wav")
reveal(wave)  # array
reveal(Linear4bit(8, 2))  # module
recognizer = torchaudio.pipelines.WAV2VEC2_BASE.get_model()
reveal(recognizer)  # module


class Net(ComposerModel):
    def forward(self, batch):
        return batch[0]

    def loss(self, outputs, batch):
        return nn.functional.cross_entropy(outputs, batch[1])


reveal(Net())  # module, Net


def train(config):
    run = wandb.init(config=config)
    reveal(run)  # framework, wandb.Run
    model = ray.train.torch.prepare_model(nn.Linear(8, 2))
    reveal(model)  # module, torch.nn.Linear
    loader = ray.train.torch.prepare_data_loader(StatefulDataLoader([], batch_size=2, shuffle=True))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        ray.train.torch.backward(loss)
        optimizer.step()
        wandb.log({"loss": loss})
        run.log({"loss": loss})
        total += loss  # finding: `total` keeps the graph of every `loss`
    wandb.log({"total": total})


def recognize(loader):
    print([recognizer(x).argmax(1) for x, y in loader])  # finding: `recognizer` is evaluated with gradients enabled


train({})
recognize(StatefulDataLoader([], batch_size=2))
