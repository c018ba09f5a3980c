"""The nsys-ai program as a wheel. Nothing is computed here: `python -m nsight_profile_server` becomes the program."""
