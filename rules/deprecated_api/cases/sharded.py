import torch
from torch import nn
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.fsdp import FullStateDictConfig, StateDictType
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP


def saved_whole(path):
    model = FSDP(nn.Linear(4, 2))
    settings = FullStateDictConfig(rank0_only=True)
    with FSDP.state_dict_type(model, StateDictType.FULL_STATE_DICT, settings):  # finding: use `get_state_dict` and
        torch.save(model.state_dict(), path)


def set_for_good(model):
    FSDP.set_state_dict_type(model, StateDictType.SHARDED_STATE_DICT)  # finding: deprecated and warns


def saved_today(path):
    model = FSDP(nn.Linear(4, 2))
    torch.save(get_model_state_dict(model, options=StateDictOptions(full_state_dict=True)), path)


class Settings:
    @staticmethod
    def state_dict_type(model):
        return StateDictType.FULL_STATE_DICT


def asked(model):
    with FSDP.summon_full_params(model):
        return Settings.state_dict_type(model), FSDP.get_state_dict_type(model)
