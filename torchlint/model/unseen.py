"""What a name says by itself of something that nothing else is known of: few names say enough."""

from __future__ import annotations

from torchlint.model.contracts import Effect

# What a method of an object that nothing is known of says by its name alone.
OF_ANYTHING = {
    "prepare": Effect("all"),  # Accelerator.prepare(model, optimizer, ...)
    "prepare_model": Effect("first", only_with=1),
    "no_grad": Effect("no-grad"),
}

# What differentiates its argument, or its receiver, whatever it is a method of.
BACKWARDS = frozenset(("backward", "manual_backward"))

# Names that say that a call trains; what it is given may well be differentiated there.
TRAINS = (
    r"backward|train_(step|batch|on|one)|optimi[sz]e_?$|update_(model|param|net)|(^|_)fit(_|$)"
    r"|training_step|(^|_)learn$"
)

# What a class or a factory is that comes from a file or a package that is not known, by how its dotted name ends.
LOADER_ENDINGS = ("DataLoader", "NeighborLoader", "LinkNeighborLoader", "BucketIterator")
DATASET_ENDINGS = ("data.Dataset", "data.IterableDataset", "dataset.Dataset", ".ImageFolder", ".VisionDataset")
MODULE_ENDINGS = (".MessagePassing", "nn.Module", ".KerasModule", "PreTrainedModel")
KIND_ENDINGS = {"LightningModule": "lightning.LightningModule"}
