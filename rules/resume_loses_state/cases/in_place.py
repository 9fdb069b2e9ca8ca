"""What torch.distributed.checkpoint loads in place, and what has to be given back."""

import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_model_state_dict, get_state_dict


def resume(model, optimizer, path):
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    dcp.load(state, checkpoint_id=path)  # finding: without its state


def resume_most(model, optimizer, path):
    weights, moments = get_state_dict(model, optimizer)
    dcp.load({"model": weights, "optimizer": moments}, checkpoint_id=path)  # finding: its learning rates


def resume_weights(model, path):
    state = {"model": model.state_dict()}
    dcp.load(state, checkpoint_id=path)


def resume_weights_of_shards(model, path):
    dcp.load(get_model_state_dict(model), checkpoint_id=path)


def hand_over(model, optimizer, path):
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    dcp.load(state, checkpoint_id=path)
    return state


def given_by_others(state, path):
    dcp.load(state, checkpoint_id=path)
    torch.cuda.empty_cache()


def keep(model, optimizer, path):
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    dcp.save(state, checkpoint_id=path)


class Checkpoints:
    def take(self, model, optimizer):
        weights, moments = get_state_dict(model, optimizer)
        return {"model": weights, "optimizer": moments}

    def resume(self, model, optimizer, path):
        state = self.take(model, optimizer)
        dcp.load(state, checkpoint_id=path)  # finding: its learning rates


def give_back_weights(model, optimizer, path):
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    dcp.load(state, checkpoint_id=path)  # finding: without its state
    model.load_state_dict(state["model"])


def give_to_another(model, optimizer, path):
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict()}
    dcp.load(state, checkpoint_id=path)
    return state["optimizer"]
