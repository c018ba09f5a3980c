"""Where the program of this wheel lies."""
import shutil
from importlib.metadata import PackageNotFoundError, files


def program():
    """Its path; raises FileNotFoundError with what to do where it is missing."""
    try:
        for file in files("nsight-profile-server") or ():
            if file.name == "nsys-ai":
                return str(file.locate().resolve())
    except PackageNotFoundError:
        # Used from a folder of sources, beside a program on PATH.
        found = shutil.which("nsys-ai")
        if found:
            return found
    raise FileNotFoundError("The program of this wheel is missing. Install it again: pip install --force-reinstall FILE.whl")
