"""Overridden methods of Trainer that save."""

import os

import torch
from start import in_first_process
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


class AsksItself(Trainer):
    def save_model(self, output_dir=None, _internal_call=False):
        if self._writes():
            self.model.save_pretrained(output_dir)

    def _writes(self):
        return self.args.process_index == 0


class AsksTheEnvironment(Trainer):
    def save_model(self, output_dir=None, _internal_call=False):
        if os.environ.get("RANK", "0") == "0":
            self.model.save_pretrained(output_dir)


class IsDecorated(Trainer):
    @in_first_process
    def save_model(self, output_dir=None, _internal_call=False):
        self.model.save_pretrained(output_dir)


class AsksForAFolder(Trainer):
    def save_model(self, output_dir=None, _internal_call=False):
        if output_dir is not None:
            self.model.save_pretrained(output_dir)  # suspected: all ranks run this `save_pretrained`
