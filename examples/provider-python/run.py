"""Starts the provider: JSON Lines in, JSON Lines out."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from cux_forms.serve import serve  # noqa: E402

serve(sys.stdin.buffer, sys.stdout.buffer, sys.stderr)
