#!/bin/sh
# The manual builds without a warning, and its pages load nothing from the network.
#   manual.sh SOURCE_DIRECTORY SCRATCH
set -eu
command -v mkdocs >/dev/null || { echo "mkdocs is not installed"; exit 77; }
cd "$1"
# mkdocs imports a hook from the tree, and Python would leave its cache there
export PYTHONDONTWRITEBYTECODE=1
mkdocs build --quiet --strict --clean --site-dir "$2"
test -s "$2/index.html"
# links to read are fine; what a page fetches by itself (script, style, font, image) is not
if grep -rnoE --include='*.html' '<(script|img|iframe|source)[^>]*src="?(https?:)?//[^" >]*' "$2" ||
   grep -rnoE --include='*.html' '<link[^>]*rel="?(stylesheet|icon|preconnect|preload)[^>]*href="?(https?:)?//[^" >]*' "$2" ||
   grep -rnoE --include='*.css' 'url\(["'"'"']?(https?:)?//[^)]*' "$2"; then
  echo "the pages above fetch something from the network"
  exit 1
fi
echo "$(find "$2" -name '*.html' | wc -l) pages, nothing fetched from the network"
