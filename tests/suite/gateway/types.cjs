// Writes the TypeScript of each named OpenAPI document beside it.
const { readFileSync, writeFileSync } = require("node:fs");
const { astToString, default: types } = require("openapi-typescript");

(async () => {
  for (const file of process.argv.slice(2)) {
    const document = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file.replace(/json$/, "ts"), astToString(await types(document)));
  }
})();
