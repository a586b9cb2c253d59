"""A headless Chromium, driven over its debugging protocol through two pipes."""

import base64
import fcntl
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading

# How long one answer of the browser may take, in seconds, before it counts as hanging.
LIMIT = 60
KEYS = {
    "Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "PageDown": (34, ""), "PageUp": (33, ""),
    "End": (35, ""), "Home": (36, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""),
    "ArrowRight": (39, ""), "ArrowDown": (40, ""), " ": (32, " "),
}


class Browser:
    """One tab, and all that is wrong with it: exceptions, violations of a policy, requests elsewhere."""

    def __init__(self, executable):
        self.profile = tempfile.mkdtemp()
        (read, self.writer), (self.reader, write) = os.pipe(), os.pipe()
        arguments = [
            executable, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update",
            f"--user-data-dir={self.profile}", "about:blank",
        ]
        # The browser reads commands from descriptor 3, and writes answers to 4.
        theirs = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (read, write)]
        self.process = subprocess.Popen(
            ["bash", "-c", 'exec "${@:3}" 3<&$1 4>&$2', "browser", *map(str, theirs), *arguments],
            pass_fds=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        for end in [read, write, *theirs]:
            os.close(end)
        self.last, self.answers, self.wrong, self.requests = 0, queue.Queue(), [], []
        threading.Thread(target=self.listen, daemon=True).start()
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Audits"]:
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def listen(self):
        rest = b""
        while piece := os.read(self.reader, 1 << 16):
            *messages, rest = (rest + piece).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self.answers.put(message)
                else:
                    self.note(message["method"], message.get("params", {}))

    def note(self, event, values):
        """Remembers what a page does that it should not."""
        if event == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.wrong.append(details.get("exception", {}).get("description") or details["text"])
        elif event == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.wrong.append(values["entry"]["text"] + " " + values["entry"].get("url", ""))
        elif event == "Runtime.consoleAPICalled":
            self.wrong.append("console: " + json.dumps(values["args"])[:200])
        elif event == "Audits.issueAdded":
            self.wrong.append(values["issue"]["code"] + " " + json.dumps(values["issue"]["details"])[:300])
        elif event == "Page.javascriptDialogOpening":
            self.wrong.append(f"a dialog: {values['message']}")
        elif event == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.answers.get(timeout=LIMIT)
            if answer["id"] == self.last:
                break
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def show(self, width, height, scheme="light", reduced=True):
        """Sets the size of the window in points and what its user prefers."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"}])

    def open(self, address):
        self.wrong.clear()
        self.requests.clear()
        self.call("Page.navigate", url=address)

    def run(self, script):
        """The value of an expression in the page, awaited if it is a promise."""
        result = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"].split("\n")[0])
        return result["result"].get("value")

    def wait(self, condition, seconds=20):
        """Waits until a condition of the page holds: it is looked at with each frame."""
        return self.run(f"""new Promise((done, fail) => {{
          const limit = performance.now() + {seconds} * 1000;
          const look = () => {{
            let value = null;
            try {{ value = {condition}; }} catch (error) {{ value = false; }}
            if (value) done(value);
            else if (performance.now() > limit) fail(new Error("in vain: " + {json.dumps(condition)}));
            else requestAnimationFrame(look);
          }};
          look();
        }})""")

    def press(self, key):
        code, text = KEYS.get(key, (ord(key[0].upper()), key))
        about = {"key": key, "windowsVirtualKeyCode": code}
        self.call("Input.dispatchKeyEvent", type="keyDown", **about, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def write(self, text):
        self.call("Input.insertText", text=text)

    def picture(self, path):
        image = self.call("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))
