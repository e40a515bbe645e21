"""Every relative link, anchor and image in the pages for people leads somewhere.

    python3 links.py SOURCE_DIRECTORY
"""

import re
import sys
from pathlib import Path

from markdown import anchors, pages, without_code

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HTML = re.compile(r"(?:src|href)=\"([^\"]+)\"")


def fault_of(page, target, root):
    """Why a link of a page is wrong, or nothing."""
    if re.match(r"https?://", target):
        return None if re.match(r"https?://[\w.-]+\.\w+(?:[:/#?]\S*)?$", target) else "no address"
    if target.startswith("mailto:"):
        return None
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return "no such file"
    if root not in file.parents and file != root:
        return "leads out of the repository"
    if anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
        return "no such heading"
    return None


def main():
    root = Path(sys.argv[1]).resolve()
    count, faults = 0, []
    for page in pages(root):
        for number, line in enumerate(without_code(page.read_text()).split("\n"), 1):
            for target in LINK.findall(line) + HTML.findall(line):
                count += 1
                fault = fault_of(page, target, root)
                if fault:
                    faults.append(f"{page.relative_to(root)}:{number}: {target}: {fault}")
    print(f"{count} links looked at, {len(faults)} of them wrong")
    print("\n".join(faults))
    # nothing found means nothing was looked at
    return 1 if faults or count < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
