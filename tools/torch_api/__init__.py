"""Parts of generate_torch_api.py: which names PyTorch has, and what running them shows."""
