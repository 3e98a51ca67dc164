"""Avahi, with which programs announce services on the local network."""

import os
import subprocess
import time
from pathlib import Path

BUS = """\
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={path}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/><allow user="*"/>
  </policy>
</busconfig>
"""


class LocalDiscovery:
    """The Avahi of this computer or, in a container without one, an own Avahi on a bus of its own."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.processes = []

    def start(self):
        """Return the environment of programs that use Avahi."""
        if self.is_running({}):
            return {}
        if os.geteuid() != 0:
            raise SystemExit("FAILED  Avahi does not run. Run: sudo systemctl start avahi-daemon")
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "bus"
        (self.folder / "bus.conf").write_text(BUS.format(path=path))
        (self.folder / "avahi.conf").write_text("[server]\nhost-name=vocative-test\n[publish]\npublish-workstation=no\n")
        log = open(self.folder / "log", "ab")
        environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={path}"}

        def run(*command):
            self.processes.append(subprocess.Popen(command, env=os.environ | environment, stdout=log, stderr=log))

        run("dbus-daemon", "--nofork", "--nopidfile", f"--config-file={self.folder}/bus.conf")
        self.wait(path.exists)
        run("avahi-daemon", "--file", str(self.folder / "avahi.conf"), "--no-drop-root", "--no-chroot", "--no-rlimits")
        self.wait(lambda: self.is_running(environment))
        return environment

    def is_running(self, environment):
        command = ["avahi-browse", "--all", "--terminate"]
        try:
            result = subprocess.run(command, env=os.environ | environment, capture_output=True, timeout=30)
        except subprocess.TimeoutExpired:
            return False
        return result.returncode == 0

    def wait(self, condition):
        for _ in range(100):
            if condition():
                return
            time.sleep(0.1)
        raise SystemExit(f"FAILED  Avahi starts; see {self.folder}/log")

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(10)
