"""What packages around PyTorch warned of, and have no more."""

import torch
import torchaudio
from accelerate.utils import save, shard_checkpoint  # finding: fails since accelerate 1.0
from torchvision.io import read_image, read_video  # finding: `torchvision.io.read_video` fails since PyTorch 2.11

try:
    from accelerate.utils import is_tpu_available
except ImportError:
    from accelerate.utils import is_torch_xla_available as is_tpu_available


def clip(path, state):
    save(state, path)
    torchaudio.set_audio_backend("sox_io")  # finding: `torchaudio.set_audio_backend` fails since PyTorch 2.9
    return read_video(path), shard_checkpoint(state), is_tpu_available(), read_image(path)


def exported(model, x):
    program = torch.onnx.dynamo_export(model, x)  # finding: fails since PyTorch 2.9; use `torch.onnx.export`
    return program, torch.onnx.export(model, (x,))
