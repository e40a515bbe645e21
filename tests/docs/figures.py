"""The tables of the manual that a command makes are what that command gives today.

    python3 figures.py PROGRAM SOURCE_DIRECTORY SCRATCH [PAGE...]

A measured part of a page names the version and the command line that made it, and that line is one
of tools/docs_figures. Of each a quick form is run here: fewer rows of the same table, each with all
of its seeds, or a table of the first seed by itself. Every row that it gives must stand on the page,
each figure within one unit of its last digit or 0.2 %: sessions are repeatable, but another processor
rounds sums otherwise. What that does was found by changing a stiffness by 2e-10 of itself: nothing or
up to 0.07 % in the sessions below, more where it says so (up to 0.7 % over nl_it, which is therefore
not among them). What depends on the clock of the machine (timing) is not measured again.
"""

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PART = re.compile(r"<!-- measured: from here on written by tether (?P<command>.+?) --markdown -->\n"
                  r"(?P<text>.*?)<!-- measured: to here -->", re.S)
STAMP = re.compile(r"Measured with tether \S+ by `(?P<line>[^`]+)`\.\n")
IN_WALL_TIME = {"study timing"}
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


@dataclass
class Quick:
    """A command that measures some rows of a page again."""

    page: str
    command: str   # as the measured part names it
    options: str = ""
    table: str = None   # the first cell of its heading; all tables unless given
    rows: str = ""   # only those whose first cell this is found in
    without: str = None   # a column that is not compared
    rounding: float = 0.002   # figures may differ by this share


QUICK = [
    Quick("docs/measured/cat-statistics.md", "study cat-statistics"),
    Quick("docs/measured/human-arm.md", "study human-arm"),
    Quick("docs/measured/couplings.md", "study couplings"),
    Quick("docs/measured/platform-control.md", "study platform", "--speeds 1.2 --motions straight",
          "at 1.2 m/s"),
    Quick("docs/measured/user-studies.md", "study positioning", "--operators 1 --link luna", "operator 1"),
    # ten insertions with their contacts: rounding moved them by 3 %
    Quick("docs/measured/user-studies.md", "study peg_in_hole", "--operators 1 --link ideal", "operator 1",
          rounding=0.06),
    Quick("docs/measured/passivity-methods.md", "study passivity", "--link luna --seeds 1", "seed 1"),
    # the largest force of a contact
    Quick("docs/measured/delay.md", "study delay",
          "--method two-layer --round-trip 0 0.5 --impairment none --seeds 2", "cell", rounding=0.06),
    # contacts again
    Quick("docs/measured/tool-pickup.md", "study tool_pickup", "--operators 2 --repeats 1", "first pick-up",
          rounding=0.06),
    # where the platform comes to rest behind the doorway is not asked for: rounding moved it by 8 mm
    Quick("docs/driving.md", "study drive", "--courses doorway --seeds 1", "seed 1",
          without="stop error [m]"),
    Quick("docs/measured/reproduction.md", "reproduce", "--quick --only 2.falcon", "experiment"),
    Quick("docs/measured/reproduction.md", "reproduce", "--quick --only 3.human_arm", "experiment"),
    Quick("docs/measured/reproduction.md", "reproduce", "--quick --only 5.models", "experiment"),
]


def parts_of(text):
    """command -> measured part"""
    return {part["command"]: part["text"] for part in PART.finditer(text)}


def tables_of(text):
    """Each as its rows, the heading first; a row is a tuple of its cells."""
    tables, table = [], None
    for line in text.split("\n"):
        if not line.startswith("|"):
            table = None
        elif table is None:
            table = [cells_of(line)]
            tables.append(table)
        elif not re.fullmatch(r"[|:-]+", line):
            table.append(cells_of(line))
    return tables


def cells_of(line):
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


def agree(cell, other, rounding):
    """The same words, and figures that differ by no more than rounding."""
    if NUMBER.sub("", cell) != NUMBER.sub("", other):
        return False
    for a, b in zip(NUMBER.findall(cell), NUMBER.findall(other)):
        digit = 10.0 ** -len(a.partition(".")[2]) if "." in a else 0
        if abs(float(a) - float(b)) > 1.001 * max(digit, rounding * abs(float(b))):
            return False
    return True


def same(row, other, heading, quick):
    return len(row) == len(other) and all(
        title == quick.without or agree(cell, there, quick.rounding)
        for title, cell, there in zip(heading, row, other))


def shown(row):
    return "| " + " | ".join(row) + " |"


def stamp_faults(root, listed):
    """Parts without a stamp, with one that nobody can repeat, or that no quick form looks at."""
    faults, seen = [], set()
    for page in sorted((root / "docs").rglob("*.md")):
        name = str(page.relative_to(root))
        for command, text in parts_of(page.read_text()).items():
            stamp = STAMP.match(text)
            seen.add((name, command))
            if command in IN_WALL_TIME and not stamp:
                continue  # measured before there were stamps; needs a quiet machine
            if not stamp:
                faults.append(f"{name}: what tether {command} measured has no stamp")
            elif stamp["line"] not in listed:
                faults.append(f"{name}: tools/docs_figures has no {stamp['line']}")
            if command not in IN_WALL_TIME and not any(
                    (q.page, q.command) == (name, command) for q in QUICK):
                faults.append(f"{name}: no quick form of tether {command} is run")
    faults += [f"{q.page}: no figures of tether {q.command}" for q in QUICK
               if (q.page, q.command) not in seen]
    return faults


def measured(quick, program, scratch):
    """The part of a page that the quick form writes."""
    page = scratch / "page.md"
    page.unlink(missing_ok=True)
    line = [program, *quick.command.split(), *quick.options.split(), "--markdown", str(page),
            "--out", str(scratch / "out")]
    done = subprocess.run(line, cwd=scratch, capture_output=True, text=True, check=False)
    # 1: what a study claims of many sessions need not hold for few
    if done.returncode not in (0, 1) or not page.exists():
        raise SystemExit(f"{' '.join(line)}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return parts_of(page.read_text())[quick.command]


def row_faults(quick, today, page):
    """Rows of today's tables that do not stand on the page, and how many were looked at."""
    faults, count = [], 0
    committed = tables_of(page)
    for heading, *rows in tables_of(today):
        if quick.table is not None and heading[0] != quick.table:
            continue
        # tables of the same heading follow each other in the same order
        there = next((table for table in committed if table[0] == heading), [heading])
        if quick.table is None and there in committed:
            committed.remove(there)
        for row in rows:
            if not re.search(quick.rows, row[0]):
                continue
            count += 1
            if not any(same(row, other, heading, quick) for other in there[1:]):
                like = [shown(other) for other in there[1:] if other[0] == row[0]]
                faults.append(f"{quick.page}: {like[0] if like else 'no such row'}\n"
                              f"    tether {quick.command} {quick.options}\n    gives {shown(row)}")
    return faults, count


def main():
    program, root, scratch = (Path(argument).resolve() for argument in sys.argv[1:4])
    chosen = sys.argv[4:]
    scratch.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run([root / "tools" / "docs_figures", "--list"], check=True,
                            capture_output=True, text=True).stdout.splitlines()
    faults = stamp_faults(root, listed)
    for quick in QUICK:
        if chosen and quick.page not in chosen:
            continue
        page = parts_of((root / quick.page).read_text()).get(quick.command, "")
        found, count = row_faults(quick, measured(quick, program, scratch), page)
        faults += found
        print(f"{quick.page}: {count} rows, {len(found)} of them differ", flush=True)
        if count == 0:
            faults.append(f"{quick.page}: nothing to compare with tether {quick.command}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
