// Makes the calls of a plan with the npm package `soap`, through a served WSDL document.
//
// Arguments: the document's address, the port, the plan (a JSON file). Prints a JSON list of the results, in the plan's order.
// The package is looked for where NODE_PATH says, as `require` does.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const soap = createRequire(import.meta.url)("soap");

const [address, portName, plan] = process.argv.slice(2);

const list = (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]);

/** The echoed parameters in whatever the package made of XML: rows that have a kind, or elements with the same in attributes. */
function items(value) {
  if (Array.isArray(value)) return value.flatMap(items);
  if (typeof value !== "object" || value === null) return [];
  const { name, kind, length, escaped } = value.attributes ?? {};
  if (kind !== undefined) return [{ Name: name, Kind: kind, Length: length, Escaped: escaped }];
  if (typeof value.Kind === "string") {
    return [{ Name: value.Name, Kind: value.Kind, Length: String(value.Length), Escaped: value.Escaped === null ? "" : value.Escaped }];
  }
  return Object.values(value).flatMap(items);
}

/** The result, in the form that all clients of the plan print. */
function normal(kind, value) {
  switch (kind) {
    case "none":
    case "typed":
      return null;
    case "string":
      return value;
    case "integers":
      return list(value?.int).map(Number);
    case "dataset":
    case "xml":
      return items(value);
    default:
      throw new Error(`an unknown kind of result: ${kind}`);
  }
}

// Without `preserveWhitespace` the package trims every text that it reads.
const options = { forceSoap12Headers: portName.endsWith("Soap12"), preserveWhitespace: true };
const client = await soap.createClientAsync(address, options);
const service = Object.values(client.describe())[0];
if (!(portName in service)) throw new Error(`no port ${portName}`);
const serviceName = Object.keys(client.describe())[0];
const port = client[serviceName][portName];
const results = [];
for (const call of JSON.parse(readFileSync(plan, "utf8"))) {
  const given = { ...call.parameters, ...call.undeclared };
  for (const [name, value] of Object.entries(given)) if (Array.isArray(value)) given[name] = { [call.items[name]]: value };
  const result = await new Promise((resolve, reject) =>
    port[call.operation](given, (error, response) => (error ? reject(error) : resolve(response))),
  );
  results.push(normal(call.result, result?.[`${call.operation}Result`]));
}
process.stdout.write(JSON.stringify(results));
