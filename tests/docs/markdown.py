"""What the tests of the manual know of Markdown: which files there are, their code blocks, links and
headings."""

import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path


def pages(root):
    """All pages for people, the ones outside of docs/ included."""
    found = [root / "README.md", root / "CONTRIBUTING.md"]
    for folder in ("docs", "examples"):
        found += sorted((root / folder).rglob("*.md"))
    return [page for page in found if page.exists()]


@dataclass
class Block:
    """A block of code, fenced or indented, with the marks that stand in comments before it."""

    line: int
    lines: list = field(default_factory=list)
    marks: dict = field(default_factory=dict)


def blocks(text):
    """The code blocks of a page in order. `<!-- key: value -->` right before one marks it."""
    found, marks, fence, block, blank = [], {}, None, None, True
    for number, line in enumerate(text.split("\n"), 1):
        if fence:
            if line.strip().startswith(fence):
                fence, block = None, None
            else:
                block.lines.append(line)
            continue
        opening = re.match(r"\s*(```+|~~~+)", line)
        indented = re.match(r"(?: {4}|\t)(.*)", line)
        mark = re.match(r"<!--\s*(\w+):\s*(.*?)\s*-->", line)
        if opening:
            fence = opening.group(1)
            block = Block(number, marks=marks)
            found.append(block)
            marks = {}
        elif indented and (block or blank or marks):
            if block is None:
                block = Block(number, marks=marks)
                found.append(block)
                marks = {}
            block.lines.append(indented.group(1))
        elif mark:
            block = None
            marks = {**marks, mark.group(1): mark.group(2)}
        elif line.strip():
            # a heading ends a paragraph, so what is indented below it is code
            block, marks = None, {}
            blank = line.startswith("#")
            continue
        blank = not line.strip() or bool(mark)
    return found


def without_code(text):
    """The text with code blanked out, line for line, so that only prose is left to look at."""
    for block in blocks(text):
        lines = text.split("\n")
        for i in range(block.line - 1, block.line + len(block.lines)):
            if i < len(lines):
                lines[i] = ""
        text = "\n".join(lines)
    return re.sub(r"(`+).+?\1", lambda m: "x" * len(m.group()), text)


def anchors(text):
    """The anchors of a page's headings, as both GitHub and the manual make them."""
    found, seen = set(), {}
    for line in re.sub(r"(?ms)^(```+).*?^\1", "", text).split("\n"):
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if not heading:
            continue
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).replace("`", "")
        github = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
        manual = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
        if github != manual:
            continue  # a heading that both call differently cannot be linked to
        count = seen.get(github, 0)
        seen[github] = count + 1
        found.add(github if count == 0 else f"{github}-{count}")
    return found
