"""Plays pages whose steps are known on a real desktop, and keeps what the product saw."""
