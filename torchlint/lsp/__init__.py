"""The language server: diagnostics and fixes in an editor. It needs the extra `torchlint[lsp]`.

The only package that imports pygls. It checks documents through `runner/`.
"""
