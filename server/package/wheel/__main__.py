import os
import sys

from .program import program

try:
    found = program()
except FileNotFoundError as error:
    sys.exit(f"nsys-ai: {error}")
os.execv(found, ["nsys-ai", *sys.argv[1:]])
