"""The nsys-ai program as a wheel: `python -m nsight_profile_server` becomes it, and `view` shows a profile in a notebook.

Nothing is computed here.
"""
from .notebook import ProgramError, View, answer, frame, view

__all__ = ["ProgramError", "View", "answer", "frame", "view"]
