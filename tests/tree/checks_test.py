"""The checks of this folder on made-up trees: what they must refuse and what they must let pass."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
BLOCK = "".join(f"  sum += weight[{i}] * value[{i}];\n" for i in range(10))


class Tree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.write("src/core/other.cpp", "int other();\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def check(self, name):
        done = subprocess.run(
            [sys.executable, "-B", HERE / name, self.root], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout.replace(f"{self.root}/", "") + done.stderr


class Duplicates(Tree):
    def refuses(self, *words):
        status, said = self.check("duplicates.py")
        self.assertEqual(status, 1, said)
        for word in words:
            self.assertIn(word, said)

    def passes(self):
        self.assertEqual(self.check("duplicates.py"), (0, ""))

    def test_name_both_places_of_ten_lines(self):
        self.write("src/core/a.cpp", "int a() {\n" + BLOCK + "}\n")
        self.write("apps/tether/b.cpp", "\n\n\nint b() {\n" + BLOCK + "}\n")
        self.refuses("apps/tether/b.cpp:5-14", "src/core/a.cpp:2-11", "10 lines")

    def test_find_a_block_twice_in_one_file(self):
        self.write("include/tether/core/a.hpp", "int a() {\n" + BLOCK + "}\nint b() {\n" + BLOCK + "}\n")
        self.refuses("include/tether/core/a.hpp:2-11", "include/tether/core/a.hpp:14-23")

    def test_look_at_the_page_too(self):
        self.write("web/src/a.ts", BLOCK)
        self.write("web/src/report/b.ts", BLOCK)
        self.refuses("web/src/report/b.ts:1-10")

    def test_see_through_white_space_and_comments(self):
        spread = BLOCK.replace(" * ", "*").replace(";\n", ";  // as before\n\n  /* and\n so on */\n")
        self.write("src/core/a.cpp", BLOCK)
        self.write("src/core/b.cpp", spread)
        self.refuses("src/core/b.cpp:1-", "src/core/a.cpp:1-10")

    def test_let_nine_lines_pass(self):
        nine = BLOCK[: BLOCK.rindex("  sum")]
        self.write("src/core/a.cpp", nine + "int a;\n")
        self.write("src/core/b.cpp", nine + "int b;\n")
        self.passes()

    def test_let_includes_comments_and_braces_pass(self):
        opening = "".join(f'#include "tether/core/{i}.hpp"\n// of {i}\n}}\n' for i in range(20))
        imports = "import {\n" + "".join(f"  name{i},\n" for i in range(20)) + "} from './a';\n"
        for file in "ab":
            self.write(f"src/core/{file}.cpp", opening + f"int {file};\n")
            self.write(f"web/src/{file}.ts", imports + f"let {file};\n")
        self.passes()

    def test_take_a_comment_in_a_string_for_what_it_is(self):
        for file in "ab":
            self.write(
                f"web/src/{file}.ts",
                "".join(f"get('http://{file}/{i}');\n" for i in range(10)),
            )
        self.passes()


class FileLengths(Tree):
    def test_name_a_file_of_501_lines(self):
        self.write("src/core/long.cpp", "int a;\n" * 501)
        status, said = self.check("file_lengths.py")
        self.assertEqual(status, 1)
        self.assertIn("src/core/long.cpp: 501 lines", said)

    def test_let_500_lines_pass(self):
        self.write("src/core/long.cpp", "int a;\n" * 500)
        self.assertEqual(self.check("file_lengths.py"), (0, ""))


class Leftovers(Tree):
    def test_name_a_cache_in_the_tree(self):
        self.write("tools/__pycache__/links.cpython-311.pyc", "")
        status, said = self.check("leftovers.py")
        self.assertEqual(status, 1)
        self.assertIn("tools/__pycache__: left behind", said)

    def test_let_build_and_packages_have_theirs(self):
        for folder in ("build/release", "web/node_modules/gyp", "out"):
            self.write(f"{folder}/__pycache__/a.pyc", "")
        self.assertEqual(self.check("leftovers.py"), (0, ""))


class WrongRoot(unittest.TestCase):
    def test_is_a_failure(self):
        with tempfile.TemporaryDirectory() as empty:
            for check in ("duplicates.py", "file_lengths.py"):
                done = subprocess.run(
                    [sys.executable, "-B", HERE / check, empty], capture_output=True, check=False
                )
                self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
