"""The server of the Model Context Protocol, for coding agents: `torchlint --mcp`. It needs the extra `torchlint[mcp]`.

Begin with `server.py`. Each tool runs the command line in a process of its own, so that its answers are the same.
"""
