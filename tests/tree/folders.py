"""No folder with more files than one takes in at a look: 25. What a build or a test makes (build/,
out/, node_modules/) may be as large as it likes.

    folders.py TREE
"""
import os
import sys

FREE = {"build", "out", "node_modules", "dist", ".git"}
MOST = 25

crowded = 0
seen = 0
for folder, folders, names in os.walk(sys.argv[1]):
    folders[:] = sorted(set(folders) - FREE)
    seen += len(names)
    if len(names) > MOST:
        print(f"{folder}: {len(names)} files; at most {MOST} in a folder, then it gets subfolders")
        crowded += 1
if not seen:
    sys.exit(f"no files in {sys.argv[1]}")
sys.exit(1 if crowded else 0)
