#!/usr/bin/env python3
"""Runs a real Home Assistant with its demo house until it is terminated.

    serve.py FOLDER

Prints its address and the file with an access token when it runs. Python must be that of a virtual environment with Home Assistant.
"""

import asyncio
import signal
import sys

from home_assistant import HomeAssistant


async def main(folder):
    end = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, end.set)
    home = HomeAssistant(folder)
    try:
        await home.start()
        print(home.address, home.token_file, flush=True)
        await end.wait()
    finally:
        await home.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1]))
