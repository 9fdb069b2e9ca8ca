"""Pipelines load their parts in eval mode, unless they are given them; noise schedulers compute, and set no rates."""

import torch
from diffusers import DDIMScheduler, DDPMScheduler, StableDiffusionPipeline, UNet2DConditionModel

pipeline = StableDiffusionPipeline.from_pretrained("somebody/something").to("cuda")
reveal(pipeline)  # framework, diffusers.DiffusionPipeline.from_pretrained
reveal(pipeline.vae)  # module, diffusers.ModelMixin
reveal(pipeline.text_encoder)  # module
noise = DDPMScheduler.from_pretrained("somebody/something", subfolder="scheduler")
reveal(noise)  # framework, diffusers.SchedulerMixin
pipeline.scheduler = DDIMScheduler.from_config(pipeline.scheduler.config)
pipeline("a cat", num_inference_steps=20).images[0].save("cat.png")

unet = UNet2DConditionModel.from_pretrained("somebody/something", subfolder="unet")
unet.train()
optimizer = torch.optim.AdamW(unet.parameters())
vae = pipeline.vae


def train(loader):
    for batch in loader:
        with torch.no_grad():
            latents = vae.encode(batch["pixels"]).latent_dist.sample()
        noisy = noise.add_noise(latents, torch.randn(4), torch.randint(0, 1000, (4,)))
        loss = unet(noisy).sample.square().mean()
        reveal(loss)  # tensor, grad
        loss.backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps


def embed(images):
    for image in images:
        latents = vae.encode(image).latent_dist.mean  # finding: `vae.encode` is evaluated
        print(latents.mean().item())


def sample(x):
    with torch.no_grad():
        for t in noise.timesteps:
            x = noise.step(unet(x, t).sample, t, x).prev_sample
    return x


train(torch.utils.data.DataLoader([]))
embed(torch.rand(64, 3, 8, 8).split(4))
sample(torch.rand(1, 4, 8, 8))

given = StableDiffusionPipeline.from_pretrained("somebody/something", unet=unet, safety_checker=None)
reveal(given.unet)  # module, diffusers.ModelMixin
for x in torch.rand(64, 4, 8, 8).split(4):
    optimizer.zero_grad()
    given.unet(x).sample.mean().backward()
    optimizer.step()
