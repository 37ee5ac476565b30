"""`run -c FILE` of a core that comes as a Python package: it checks with the commands' program, whose words are printed, then serves."""

import subprocess
import sys

import xray

commands, source = sys.argv[1], sys.argv[-1]
with sys.stdin if source == "stdin:" else open(source) as file:
    config = file.read()
checked = subprocess.run([commands, "run", "-test", "-c", "stdin:"], input=config, text=True, stdout=subprocess.PIPE)
if checked.returncode:
    print(checked.stdout, flush=True)
    sys.exit(checked.returncode)
xray.startFromJSON(config)
