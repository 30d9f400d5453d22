// Uses `fathom mcp` through the TypeScript SDK 1.x. Arguments: the program and the folder of the repository.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { use } from "./session.mjs";

const [program, folder] = process.argv.slice(2);
const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: program, args: ["mcp"], cwd: folder, env: process.env }));
await use(client);
assert.equal(client.getServerVersion().name, "fathom");
await client.close();
console.log("typescript 1.x: ok");
