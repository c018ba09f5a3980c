"""The nsys-ai program as a wheel: `python -m nsight_profile_server` becomes it, `view` shows a profile in a notebook, and
`fleet` answers about many profiles as Arrow tables.

Nothing is computed here.
"""
from . import fleet
from .fleet import arrow
from .notebook import ProgramError, View, answer, frame, view

__all__ = ["ProgramError", "View", "answer", "arrow", "fleet", "frame", "view"]
