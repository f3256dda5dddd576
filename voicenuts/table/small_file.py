"""A small file of JSON that another program sees whole, old or new."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any


def write(path: Path, content: Any) -> None:
    """Write `content` in place of the file; folders are made.  OSError when that cannot be done."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False, indent=1)
        os.replace(part, path)
    except OSError:
        os.unlink(part)
        raise
