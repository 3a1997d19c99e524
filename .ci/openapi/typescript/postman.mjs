// Turns a document into a collection of Postman's converter, and makes the requests of the collection.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const converter = require("openapi-to-postmanv2");
const newman = require("newman");
const [document, address] = process.argv.slice(2);

const collection = await new Promise((resolve, reject) =>
  converter.convertV2({ type: "string", data: readFileSync(document, "utf8") }, { parametersResolution: "Example" }, (error, made) =>
    error || !made.result ? reject(error ?? new Error(made.reason)) : resolve(made.output[0].data)));
const summary = await new Promise((resolve, reject) =>
  newman.run({ collection, envVar: [{ key: "baseUrl", value: address }] }, (error, summary) => (error ? reject(error) : resolve(summary))));
const made = summary.run.executions.map((execution) => ({ name: execution.item.name, code: execution.response?.code, text: execution.response?.text(), error: execution.requestError }));
// A fault is an answer too; the gateway has to understand what the converter sends.
const refused = made.filter((request) => request.code !== 200 && request.code !== 422);
if (made.length === 0 || refused.length > 0) throw new Error(JSON.stringify(refused.length ? refused : "no request was made"));
console.log(`${made.length} requests of Postman's converter are understood`);
