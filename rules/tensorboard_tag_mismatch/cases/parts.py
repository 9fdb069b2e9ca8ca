"""Curves of training and validation."""

from torch.utils.tensorboard import SummaryWriter


def train_epoch(writer: SummaryWriter, losses):
    for step, loss in enumerate(losses):
        loss.backward()
        writer.add_scalar("train_loss", loss, step)
        writer.add_scalar("rate", 0.1, step)


def validate(writer: SummaryWriter, losses, of_training):
    for step, loss in enumerate(losses):
        writer.add_scalar("train_loss", loss, step)  # finding: `validate` writes under `"train_loss"` as training does
        writer.add_scalar("val_loss", loss, step)
        writer.add_scalar("rate", 0.1, step)
        writer.add_scalar("train_accuracy", of_training[step], step)


def evaluate_train_set(writer: SummaryWriter, losses):
    for step, loss in enumerate(losses):
        writer.add_scalar("train_loss", loss, step)
