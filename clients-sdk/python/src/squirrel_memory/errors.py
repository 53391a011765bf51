from __future__ import annotations


class MemoryProblem(Exception):
    """Says what failed, what to do about it (`hint`), and of which kind it is (`code`)."""

    def __init__(self, message: str, hint: str = "", code: str = "unexpected") -> None:
        super().__init__(f"{message} {hint}".strip())
        self.message = message
        self.hint = hint
        self.code = code
