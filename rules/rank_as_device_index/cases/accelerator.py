import torch
from accelerate import Accelerator
from transformers import AutoModel

accelerator = Accelerator()


def load(name):
    return AutoModel.from_pretrained(
        name,
        device_map={"": accelerator.process_index},  # finding: use `accelerator.local_process_index`
    )


def load_by_text(name):
    among_all = Accelerator()
    return AutoModel.from_pretrained(name).to(f"cuda:{among_all.process_index}")  # finding: `among_all.process_index`


def load_by_variable(name):
    index = accelerator.process_index
    return AutoModel.from_pretrained(name, device_map={"": index})  # finding: `index` counts over all machines, so a


def load_on_its_machine(name):
    index = accelerator.local_process_index
    torch.cuda.set_device(accelerator.local_process_index)
    return AutoModel.from_pretrained(name, device_map={"": index})


def load_by_modulo(name):
    index = accelerator.process_index % torch.cuda.device_count()
    return AutoModel.from_pretrained(name, device_map={"": index})


def load_by_device(name):
    return AutoModel.from_pretrained(name, device_map={"": accelerator.device})


def share(names):
    return names[accelerator.process_index :: accelerator.num_processes]


class Worker:
    def __init__(self, process_index):
        self.process_index = process_index

    def load(self, name):
        return AutoModel.from_pretrained(name, device_map={"": self.process_index})
