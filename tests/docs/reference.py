"""The pages of reference are what the program says today: docs/reference/scenario.md is the output
of `tether list keys --markdown`, docs/metrics.md names every metric of `tether list metrics` with
its unit and no other, and the keys that prose sets exist.

    python3 reference.py PROGRAM SOURCE_DIRECTORY
"""

import difflib
import re
import subprocess
import sys
from pathlib import Path

from markdown import pages


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def scenario_faults(program, docs):
    committed = (docs / "reference" / "scenario.md").read_text().splitlines()
    today = output(program, "list", "keys", "--markdown").splitlines()
    changes = list(difflib.unified_diff(committed, today, "committed", "today", lineterm="", n=0))
    if not changes:
        return []
    return changes[:40] + ["build/tether list keys --markdown > docs/reference/scenario.md"]


def metric_faults(program, docs):
    listed = dict(re.findall(r"^  (\w+)\s+\[([^\]]+)\]", output(program, "list", "metrics"), re.M))
    page = (docs / "metrics.md").read_text().partition("## The passivity certificate")[0]
    documented = {}
    # `a`, `b` | unit of both, or one each, parted by commas
    for names, units in re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| ([^|]+) \|", page, re.M):
        names = re.findall(r"`(\w+)`", names)
        units = [unit.strip() for unit in units.split(",")]
        if len(units) != len(names):
            units = units[:1] * len(names)
        documented.update(zip(names, units))
    faults = [f"docs/metrics.md lacks {name}" for name in listed if name not in documented]
    for name, unit in documented.items():
        if name in listed and listed[name] != unit:
            faults.append(f"docs/metrics.md: {name} is in {listed[name]}, not {unit}")
    # rows of `machine` have another head; those of metrics have a unit
    known_units = set(listed.values())
    for name, unit in documented.items():
        if name not in listed and unit in known_units:
            faults.append(f"docs/metrics.md: there is no metric {name}")
    return faults


def key_faults(program, root):
    """Keys that prose sets, `key = value` in backticks, and that do not exist."""
    listing = output(program, "list", "keys")
    keys = set(re.findall(r"^([\w.\[\]<>]+)  ", listing, re.M))
    tables = {key.partition(".")[0] for key in keys if "." in key}
    faults = []
    for page in pages(root):
        for key in re.findall(r"`([a-z_]+(?:\.[a-z_]+)+) ?= ?[^`]+`", page.read_text()):
            # `guard.joint_limits = true` is said of [leader.guard] as of [follower.guard]
            known = key in keys or any(other.endswith("." + key) for other in keys)
            if key.partition(".")[0] in tables and not known:
                faults.append(f"{page.relative_to(root)}: there is no key {key}")
    return faults


def main():
    program, root = sys.argv[1], Path(sys.argv[2]).resolve()
    faults = scenario_faults(program, root / "docs") + metric_faults(program, root / "docs")
    faults += key_faults(program, root)
    print("\n".join(faults) or "the reference is what the program says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
