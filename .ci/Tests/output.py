"""What the output of a run of tests says of each of them, line by line."""

import re

# Swift Testing writes a sign, then what happened; a case of a table begins with "Test case".
# What stands in the name of a test can have any sign in it, so that the verb is looked for last.
NEW_START = re.compile(r"^\W*\s*Test (?!run\b|case\b)(.+) started\.$")
NEW_END = re.compile(
    r"^\W*\s*Test (?!run\b|case\b)(.+?)(?: with \d+ test cases?)? (passed|failed) after [\d.]+ seconds")
NEW_SKIP = re.compile(r"^\W*\s*Test (?!run\b|case\b)(.+) skipped(?:: .*)?$")
NEW_TOTAL = re.compile(r"^\W*\s*Test run with (\d+) tests?.* (passed|failed) after")
OLD_START = re.compile(r"^Test Case '(.+)' started")
OLD_END = re.compile(r"^Test Case '(.+)' (passed|failed|skipped) \(")
OLD_TOTAL = re.compile(r"^\s*Executed (\d+) tests?, with ")


class Progress:
    """Which tests have begun and ended so far."""

    def __init__(self):
        self.failed, self.running, self.last = [], {}, None
        self.new_total = self.old_total = 0
        self.finished = False

    def read(self, line):
        if match := NEW_START.match(line) or OLD_START.match(line):
            self.last = match[1]
            self.running[match[1]] = True
        elif match := NEW_END.match(line) or OLD_END.match(line):
            self.running.pop(match[1], None)
            if match[2] == "failed":
                self.failed.append(match[1])
        elif match := NEW_SKIP.match(line):
            self.running.pop(match[1], None)
        elif match := NEW_TOTAL.match(line):
            self.new_total = int(match[1])
            self.finished = True
        elif match := OLD_TOTAL.match(line):
            # XCTest says it for each suite; the last one is that of all.
            self.old_total = int(match[1])

    @property
    def tests(self):
        return self.new_total + self.old_total
