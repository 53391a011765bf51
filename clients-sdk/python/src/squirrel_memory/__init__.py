"""Squirrel, the long-term memory of coding agents, for agents in Python: standard library only, through the daemon."""

from .errors import MemoryProblem
from .memory import AddedMemory, Blocks, KeptMemory, Memory, MemoryBlock, open_memory
from .session import Injection, Report, Session, ToolUse

__all__ = [
    "AddedMemory",
    "Blocks",
    "Injection",
    "KeptMemory",
    "Memory",
    "MemoryBlock",
    "MemoryProblem",
    "Report",
    "Session",
    "ToolUse",
    "open_memory",
]
