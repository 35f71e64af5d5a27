"""`python -m hatbox.wasm GAME FILE`: compiles one module; `hatbox wasm` calls it for every game."""

import sys
from pathlib import Path

from hatbox.wasm.build import write_one

write_one(sys.argv[1], Path(sys.argv[2]))
