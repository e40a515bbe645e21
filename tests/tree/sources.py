"""The project's own sources in a tree, for the checks beside this file."""
import pathlib

FOLDERS = ("src", "include", "apps", "web/src")
ENDINGS = (".cpp", ".hpp", ".ts", ".css")


def sources(root, folders=FOLDERS):
    """every source below the folders of root, in order; fails where there are none"""
    found = [
        path
        for folder in folders
        for path in sorted((pathlib.Path(root) / folder).rglob("*"))
        if path.suffix in ENDINGS
    ]
    if not found:
        raise SystemExit(f"no sources below {', '.join(folders)} in {root}")
    return found
