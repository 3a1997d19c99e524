"""Lists the tools of a server and calls one. Arguments: the tool, its arguments as JSON, and the address of the server or its command.
Prints the names of the tools and the result, for the protocol of today and for that of before."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters, stdio_client


async def main(tool, arguments, server):
    for mode in ("auto", "legacy"):
        transport = server[0] if len(server) == 1 else stdio_client(StdioServerParameters(command=server[0], args=server[1:]))
        async with Client(transport, mode=mode) as client:
            names = [one.name for one in (await client.list_tools()).tools]
            result = await client.call_tool(tool, json.loads(arguments))
            print(json.dumps({"names": names, "result": result.model_dump(by_alias=True, mode="json", exclude_none=True)}))


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
