"""The checks of this folder on made-up trees: what they must refuse and what they must let pass."""
import pathlib
import re
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


class Folders(Tree):
    def test_name_one_of_26_files(self):
        for i in range(26):
            self.write(f"docs/{i}.md", "")
        status, said = self.check("folders.py")
        self.assertEqual(status, 1)
        self.assertIn("docs: 26 files", said)

    def test_let_25_files_and_what_a_build_makes_pass(self):
        for i in range(25):
            self.write(f"docs/{i}.md", "")
        for i in range(30):
            self.write(f"build/release/{i}.o", "")
        self.assertEqual(self.check("folders.py"), (0, ""))


class EmptyTests(Tree):
    def setUp(self):
        super().setUp()
        self.write("tests/core/a_test.cpp", "TEST(A, IsSo) {\n  EXPECT_TRUE(a());\n}\n")
        self.write("web/tests/a.test.ts", "describe('a', () => {\n  it('is so', () => {});\n});\n")

    def test_name_a_source_without_a_test(self):
        self.write("tests/core/b_test.cpp", "")
        self.write("web/tests/operator/b.test.ts", "import { expect, it } from 'vitest';\n")
        status, said = self.check("empty_tests.py")
        self.assertEqual(status, 1)
        self.assertEqual(
            said,
            "tests/core/b_test.cpp: a source of tests without a test\n"
            "web/tests/operator/b.test.ts: a source of tests without a test\n",
        )

    def test_let_properties_and_parametrised_tests_pass(self):
        self.write("tests/core/b_test.cpp", "RC_GTEST_PROP(B, Holds, (int x)) {\n}\n")
        self.write("web/tests/b.test.ts", "it.each([1, 2])('holds', () => {});\n")
        self.assertEqual(self.check("empty_tests.py"), (0, ""))


class IncludeGraph(Tree):
    def graph(self, *options):
        done = subprocess.run(
            [sys.executable, "-B", HERE.parents[1] / "tools/include_graph.py", *options, self.root],
            capture_output=True, text=True, check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def test_name_files_that_include_each_other(self):
        self.write("include/tether/core/a.hpp", '#include "tether/core/b.hpp"\n')
        self.write("include/tether/core/b.hpp", '#include "tether/core/c.hpp"\n')
        self.write("include/tether/core/c.hpp", '#include "tether/core/a.hpp"\n')
        status, said = self.graph("--cycles")
        self.assertEqual(status, 1)
        self.assertIn("core/a.hpp -> core/b.hpp -> core/c.hpp -> core/a.hpp", said)

    def test_let_a_header_pass_that_is_included_twice(self):
        self.write("include/tether/core/a.hpp", "")
        self.write("include/tether/core/b.hpp", '#include "tether/core/a.hpp"\n')
        self.write("src/robot/c.cpp", '#include "tether/core/a.hpp"\n#include "tether/core/b.hpp"\n')
        self.assertEqual(self.graph("--cycles"), (0, ""))
        self.assertEqual(self.graph(), (0, "core: -\nrobot: core\n"))

    def test_draw_no_arrow_that_follows_from_others(self):
        self.write("include/tether/core/a.hpp", "")
        self.write("include/tether/robot/b.hpp", '#include "tether/core/a.hpp"\n')
        self.write("src/guard/c.cpp", '#include "tether/core/a.hpp"\n#include "tether/robot/b.hpp"\n')
        status, drawn = self.graph("--svg")
        self.assertEqual(status, 0)
        self.assertEqual(
            re.findall(r"<title>(\w+)&#45;&gt;(\w+)</title>", drawn),
            [("guard", "robot"), ("robot", "core")],
        )


class WrongRoot(unittest.TestCase):
    def test_is_a_failure(self):
        with tempfile.TemporaryDirectory() as empty:
            for check in ("duplicates.py", "file_lengths.py", "folders.py", "empty_tests.py"):
                done = subprocess.run(
                    [sys.executable, "-B", HERE / check, empty], capture_output=True, check=False
                )
                self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
