#!/usr/bin/env python3
"""duplicates.py ROOT: fails when ten lines of code or more stand in two places.

White space does not count, nor do comments, includes, imports and lines without a letter or digit.
"""
import re
import sys

from sources import sources

LEAST = 10  # lines

# a string first, so that what looks like a comment inside one is none
SKIPPED = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)
      | //[^\n]* | /\*.*?\*/
      | ^\s*\#\s*(?:include|pragma)[^\n]* | ^(?:import|export)\b[^;'"=()]*from\s*['"][^;]*;""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def code_lines(text):
    """(number, line) of every line that counts"""
    bare = SKIPPED.sub(lambda m: m["string"] or "\n" * m[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        line = "".join(line.split())
        if re.search(r"\w", line):
            yield number, line


def duplicates(files):
    """((file, first, last), (file, first, last), lines) of every block that was there before"""
    seen = {}
    for file in files:
        numbered = list(code_lines(file.read_text(encoding="utf-8")))
        lines = [line for _, line in numbered]
        at = 0
        while at + LEAST <= len(lines):
            here = (file, numbered, lines, at)
            there = seen.setdefault(tuple(lines[at : at + LEAST]), here)
            if there is here or (there[0] == file and there[3] + LEAST > at):
                at += 1
                continue
            length = LEAST
            while (
                at + length < len(lines)
                and there[3] + length < len(there[2])
                and lines[at + length] == there[2][there[3] + length]
            ):
                length += 1
            yield place(there, length), place(here, length), length
            at += length


def place(block, length):
    file, numbered, _, at = block
    return file, numbered[at][0], numbered[at + length - 1][0]


def main(root):
    found = list(duplicates(sources(root)))
    for (first, begin, end), (second, from_, to), length in found:
        print(f"{second}:{from_}-{to}: {length} lines that stand at {first}:{begin}-{end} already")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
