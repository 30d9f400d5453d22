"""Uses `fathom mcp` through the Python SDK, in both eras of the protocol.

Arguments: the program and the folder of the repository.
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

TOOLS = ["context", "symbols", "show", "trace", "impact", "flow", "tests"]


async def use(mode, program, folder):
    server = StdioServerParameters(command=program, args=["mcp"], cwd=folder, env=None)
    async with Client(stdio_client(server), mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == TOOLS, tools
        # The SDK validates each answer against the output schema of its tool.
        arguments = {"task": "retry failed requests", "hints": ["with_retries"]}
        answer = await client.call_tool("context", arguments)
        assert not answer.is_error, answer
        found = [symbol["name"] for symbol in answer.structured_content["symbols"]]
        assert "with_retries" in found, found
        for name, arguments in [
            ("symbols", {"query": "send"}),
            ("show", {"symbol": "Client.send"}),
            ("trace", {"node": "Client.send"}),
            ("impact", {"node": "with_retries"}),
            ("flow", {"entry": "Client.send"}),
            ("tests", {"files": ["courier/client.py"]}),
        ]:
            answer = await client.call_tool(name, arguments)
            assert not answer.is_error and answer.structured_content, answer
        answer = await client.call_tool("show", {"name": "Client"})
        assert answer.is_error and "`name`" in answer.content[0].text, answer
        overview = await client.read_resource("fathom://overview")
        assert "languages:" in overview.contents[0].text, overview
        print(f"python: {client.protocol_version}")


async def main():
    program, folder = sys.argv[1:]
    for mode in ["auto", "legacy"]:
        await use(mode, program, folder)


asyncio.run(main())
