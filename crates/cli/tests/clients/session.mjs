// What both TypeScript clients do. The SDKs validate each answer against the output schema of its tool.

import assert from "node:assert/strict";

const TOOLS = ["context", "symbols", "show", "trace", "impact", "flow", "tests"];

export async function use(client) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), TOOLS);
  const calls = [
    ["context", { task: "retry failed requests", hints: ["with_retries"] }],
    ["symbols", { query: "send" }],
    ["show", { symbol: "Client.send" }],
    ["trace", { node: "Client.send" }],
    ["impact", { node: "with_retries" }],
    ["flow", { entry: "Client.send" }],
    ["tests", { files: ["courier/client.py"] }],
  ];
  for (const [name, args] of calls) {
    const answer = await client.callTool({ name, arguments: args });
    assert.ok(!answer.isError, JSON.stringify(answer));
    assert.equal(typeof answer.structuredContent, "object");
    assert.equal(answer.content[0].type, "text");
  }
  const wrong = await client.callTool({ name: "show", arguments: { name: "Client" } });
  assert.ok(wrong.isError && wrong.content[0].text.includes("`name`"), JSON.stringify(wrong));
  const overview = await client.readResource({ uri: "fathom://overview" });
  assert.ok(overview.contents[0].text.includes("languages:"));
}
