"""Overridden methods of Trainer that save."""

import os

import torch
from transformers import Trainer


class SavesEverywhere(Trainer):
    def save_model(self, output_dir=None, _internal_call=False):
        os.makedirs(output_dir, exist_ok=True)
        torch.save(self.args, os.path.join(output_dir, "arguments.bin"))  # suspected: all ranks run this `save`
        self.model.save_pretrained(output_dir)


class Asks(Trainer):
    def save_model(self, output_dir=None, _internal_call=False):
        if self.args.should_save:
            self.model.save_pretrained(output_dir)


class LeavesItToTrainer(Trainer):
    def save_model(self, output_dir=None, _internal_call=False):
        super().save_model(output_dir, _internal_call)
        torch.save(self.args, os.path.join(output_dir, "arguments.bin"))


class InsideSave(Trainer):
    def _save(self, output_dir=None, state_dict=None):
        """Trainer calls this where `args.should_save` holds."""
        self.model.save_pretrained(output_dir)


class Own:
    def save_model(self, output_dir):
        self.model.save_pretrained(output_dir)
