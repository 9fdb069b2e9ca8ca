"""The language server: what torchlint says while code is written, in an editor. It needs the extra `torchlint[lsp]`."""
