"""Python's caches, which no build and no test may leave in the tree; build/, out/ and node_modules/
may hold what they like.

    leftovers.py TREE
"""
import os
import sys

FREE = {"build", "out", "node_modules", ".git"}


def leftovers(root):
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(set(folders) - FREE)
        for name in folders + sorted(files):
            if name == "__pycache__" or name.endswith(".pyc"):
                yield os.path.join(folder, name)


found = list(leftovers(sys.argv[1]))
for path in found:
    print(f"{path}: left behind by a build or a test")
sys.exit(1 if found else 0)
