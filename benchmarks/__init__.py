"""torchlint side by side with other linters: whole processes, the same files, interleaved in one run."""
