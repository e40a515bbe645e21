#!/usr/bin/env python3
"""file_lengths.py ROOT: fails when a source of the project is longer than 500 lines."""
import sys

from sources import sources

MOST = 500  # lines


def main(root):
    status = 0
    for file in sources(root):
        lines = len(file.read_text(encoding="utf-8").splitlines())
        if lines > MOST:
            print(f"{file}: {lines} lines; at most {MOST}, better under 300")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
