"""What figures.py must refuse and what it must let pass, on made-up pages."""

import tempfile
import unittest
import unittest.mock
from pathlib import Path

import figures

PAGE = """# Title

<!-- measured: from here on written by tether study drive --markdown -->
Measured with tether 1.0 by `tether study drive --markdown docs/driving.md`.

| seed 1 | end | error [m] |
|---|---:|---:|
| corridor | passed | 0.010 |
| doorway | passed | |

| course | error [m] |
|---|---:|
| corridor | 0.1 ± 0.2 |
<!-- measured: to here -->
"""
LISTED = ["tether study drive --markdown docs/driving.md"]
PART = figures.parts_of(PAGE)["study drive"]
SEED = figures.Quick("docs/driving.md", "study drive", "--seeds 1", "seed 1")


class Rows(unittest.TestCase):
    def faults(self, today, quick=SEED):
        return figures.row_faults(quick, today, PART)

    def test_of_a_quick_form_may_be_fewer(self):
        self.assertEqual(self.faults("| seed 1 | end | error [m] |\n|---|---:|---:|\n"
                                     "| corridor | passed | 0.010 |\n"), ([], 1))

    def test_may_be_rounded_otherwise(self):
        self.assertEqual(self.faults(PART.replace("0.010", "0.011")), ([], 2))
        self.assertTrue(figures.agree("31.977, 8.925", "32.03, 8.925", 0.002))

    def test_with_another_figure_are_refused(self):
        faults, count = self.faults(PART.replace("0.010", "0.012"))
        self.assertEqual((len(faults), count), (1, 2))
        self.assertIn("| corridor | passed | 0.010 |", faults[0])
        self.assertIn("gives | corridor | passed | 0.012 |", faults[0])

    def test_with_another_count_or_word_are_refused(self):
        self.assertFalse(figures.agree("20 violated", "19 violated", 0.002))
        self.assertFalse(figures.agree("passed", "collided", 0.002))
        self.assertFalse(figures.agree("41.04 ± 4.30", "40.89 ± 4.30", 0.002))

    def test_under_another_heading_are_refused(self):
        faults, _ = self.faults(PART.replace("error [m]", "error [mm]"))
        self.assertEqual(len(faults), 2)

    def test_of_other_tables_are_left_alone_unless_all_count(self):
        other = PART.replace("0.1 ± 0.2", "0.3 ± 0.2")
        self.assertEqual(self.faults(other), ([], 2))
        every = figures.Quick("docs/driving.md", "study drive")
        self.assertEqual(len(self.faults(other, every)[0]), 1)

    def test_of_a_column_that_is_not_compared_pass(self):
        some = figures.Quick("docs/driving.md", "study drive", "", "seed 1", without="error [m]")
        self.assertEqual(self.faults(PART.replace("0.010", "0.050"), some), ([], 2))
        self.assertEqual(len(self.faults(PART.replace("passed", "collided"), some)[0]), 2)

    def test_can_be_chosen_by_their_first_cell(self):
        some = figures.Quick("docs/driving.md", "study drive", "", "seed 1", "^door")
        self.assertEqual(self.faults(PART.replace("0.010", "0.012"), some), ([], 1))


class Stamps(unittest.TestCase):
    def faults(self, page):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "docs").mkdir()
            (root / "docs" / "driving.md").write_text(page)
            with unittest.mock.patch.object(figures, "QUICK", [SEED]):
                return figures.stamp_faults(root, LISTED)

    def test_that_name_a_command_of_the_list_pass(self):
        self.assertEqual(self.faults(PAGE), [])

    def test_must_be_there(self):
        self.assertIn("has no stamp", self.faults(PAGE.replace("Measured with", "Typed for"))[0])

    def test_of_fewer_seeds_than_the_list_asks_for_are_refused(self):
        self.assertIn("tools/docs_figures has no",
                      self.faults(PAGE.replace("study drive --markdown docs",
                                               "study drive --seeds 2 --markdown docs"))[0])

    def test_are_missed_where_a_page_lost_its_figures(self):
        self.assertEqual(self.faults("# Title\n"),
                         ["docs/driving.md: no figures of tether study drive"])

    def test_of_a_command_that_nothing_checks_are_refused(self):
        self.assertIn("no quick form of tether study other",
                      self.faults(PAGE.replace("tether study drive --markdown -->",
                                               "tether study other --markdown -->"))[0])


if __name__ == "__main__":
    unittest.main()
