// Uses `fathom mcp` through the TypeScript client of the SDK 2.x. Arguments: the program and the folder of the
// repository.

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { use } from "./session.mjs";

const [program, folder] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: program, args: ["mcp"], cwd: folder, env: process.env }));
await use(client);
await client.close();
console.log("typescript 2.x: ok");
