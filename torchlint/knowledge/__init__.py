"""What PyTorch and the libraries around it do: rows to look up, and no code that interprets any."""
