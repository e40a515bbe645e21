"""Every source of tests holds a test: an edit that empties one leaves the suite green.

    empty_tests.py TREE
"""
import pathlib
import re
import sys

TEST = {
    ".cpp": re.compile(r"^\s*(TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\(", re.M),
    ".ts": re.compile(r"^\s*(test|it)(\.\w+)*\(", re.M),
}


root = pathlib.Path(sys.argv[1])
found = sorted((root / "tests").rglob("*_test.cpp")) + sorted((root / "web/tests").rglob("*.test.ts"))
if not found:
    sys.exit(f"no tests in {root}")
empty = [path for path in found if not TEST[path.suffix].search(path.read_text(encoding="utf-8"))]
for path in empty:
    print(f"{path}: a source of tests without a test")
sys.exit(1 if empty else 0)
