"""diffusers: its models are modules, its schedules LambdaLRs; its noise schedulers and averaged models step otherwise."""

import torch
from diffusers import AutoencoderKL, DDPMScheduler, UNet2DConditionModel, UNet2DModel
from diffusers.optimization import get_cosine_schedule_with_warmup, get_scheduler
from diffusers.training_utils import EMAModel
from torch import nn

net = nn.Linear(8, 8)
optimizer = torch.optim.AdamW(net.parameters())
scheduler = get_scheduler("cosine", optimizer=optimizer, num_warmup_steps=10, num_training_steps=1000)
reveal(scheduler)  # scheduler, diffusers.optimization.get_scheduler
schedule = get_cosine_schedule_with_warmup(optimizer, 10, 1000)
reveal(schedule)  # scheduler, diffusers.optimization.get_cosine_schedule_with_warmup
averaged = EMAModel(net.parameters())
reveal(averaged)  # framework, diffusers.EMAModel
noises = DDPMScheduler(1000)
reveal(noises)  # framework, diffusers.SchedulerMixin


def train(loader):
    for x in loader:
        optimizer.zero_grad()
        net(x).square().mean().backward()
        optimizer.step()
        scheduler.step()
        averaged.step(net.parameters())


def sample(x):
    with torch.no_grad():
        for t in noises.timesteps:
            x = noises.step(net(x), t, x).prev_sample
    return x


train(torch.utils.data.DataLoader(torch.rand(64, 8), batch_size=4, shuffle=True))

unet = UNet2DConditionModel.from_pretrained("somebody/something", subfolder="unet")
reveal(unet)  # module, diffusers.ModelMixin
vae = AutoencoderKL.from_pretrained("somebody/something", subfolder="vae")
reveal(vae)  # module, diffusers.ModelMixin
reveal(UNet2DModel(sample_size=32))  # module, diffusers.ModelMixin

# Up to diffusers 0.11, it was given the model, and held a copy that wants no gradients.
held = EMAModel(net, max_value=0.999).averaged_model
reveal(held)  # module, torch.nn.Linear
held.eval()
net.eval()
for x in torch.rand(64, 8).split(4):
    print(held(x).argmax(1))
    print(net(x).argmax(1))  # finding: `net` is evaluated with gradients enabled
