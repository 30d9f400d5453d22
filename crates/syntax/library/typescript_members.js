// Prints the member names of the interfaces and classes in TypeScript's own libraries (ECMAScript,
// DOM) and of Node.js's core modules, sorted.
//
//   npm install typescript && node typescript_members.js > javascript.txt

const fs = require("fs");
const path = require("path");
const ts = require("typescript");

const names = new Set();
const folder = path.dirname(require.resolve("typescript"));
for (const file of fs.readdirSync(folder).filter((name) => /^lib\.(es|dom).*\.d\.ts$/.test(name))) {
  const source = ts.createSourceFile(file, fs.readFileSync(path.join(folder, file), "utf8"), ts.ScriptTarget.Latest);
  const visit = (node) => {
    const isFunction = ts.isMethodSignature(node) || ts.isMethodDeclaration(node)
      || (ts.isPropertySignature(node) && node.type && ts.isFunctionTypeNode(node.type));
    if (isFunction && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
}
for (const name of require("module").builtinModules.filter((name) => !name.startsWith("_"))) {
  const types = Object.values(require(name)).filter((value) => typeof value === "function" && value.prototype);
  for (const type of [{ prototype: require(name) }, ...types]) {
    for (const member of Object.getOwnPropertyNames(type.prototype)) {
      const property = Object.getOwnPropertyDescriptor(type.prototype, member);
      if (typeof property.value === "function" && /^[a-z]\w*$/.test(member)) names.add(member);
    }
  }
}
process.stdout.write([...names].filter((name) => name !== "constructor" && name.length > 1).sort().join("\n") + "\n");
