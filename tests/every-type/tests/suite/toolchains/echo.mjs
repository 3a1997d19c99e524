// Makes the calls of a plan with the npm package `soap`, through the served WSDL documents.
//
// Argument: the plan (an XML file). The value of each call is read from its SOAP message into objects, is sent, and what comes back is
// sent once more. Prints a line a call: service, operation, and `ok` or the error.
// The packages are looked for where NODE_PATH says, as `require` does.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(import.meta.url);
const soap = require("soap");
const sax = require("sax");

/** The elements of a document: name without prefix, attributes, children and text. */
function parse(xml) {
  const parser = sax.parser(true, { xmlns: true });
  const root = { children: [], text: "" };
  const open = [root];
  parser.onopentag = ({ local, attributes }) => {
    const element = { local, attributes: Object.values(attributes), children: [], text: "" };
    open.at(-1).children.push(element);
    open.push(element);
  };
  parser.ontext = parser.oncdata = (text) => { open.at(-1).text += text; };
  parser.onclosetag = () => open.pop();
  parser.write(xml).close();
  return root.children[0];
}

/** An element as the package writes one. */
function value(element) {
  const attributes = {};
  for (const { uri, local, value } of element.attributes) {
    if (uri === "http://www.w3.org/2001/XMLSchema-instance" && local === "nil" && value === "true") return null;
    if (uri === "" ) attributes[local] = value;
    if (uri === "http://www.w3.org/2001/XMLSchema-instance" && local === "type") attributes.xsi_type = { type: value };
  }
  const made = Object.keys(attributes).length ? { attributes } : {};
  if (!element.children.length) return Object.keys(made).length ? { ...made, $value: element.text } : element.text;
  for (const child of element.children) (made[child.local] ??= []).push(value(child));
  for (const [name, items] of Object.entries(made)) if (Array.isArray(items) && items.length === 1) made[name] = items[0];
  return made;
}

const plan = parse(readFileSync(process.argv[2], "utf8"));
const given = (element, name) => element.attributes.find((attribute) => attribute.local === name).value;
for (const service of plan.children) {
  let client;
  for (const call of service.children) {
    const operation = given(call, "operation");
    let how = "ok";
    try {
      client ??= await soap.createClientAsync(given(service, "address") + "?wsdl", { preserveWhitespace: true });
      const first = call.children[0].children.find((child) => child.local === "Body").children[0];
      const send = async (value) => (await client[operation + "Async"](value))[0];
      if (given(call, "style") === "Bare") {
        await send(await send(value(first)));
      } else {
        const parameter = first.children[0].local;
        const answered = await send(value(first));
        await send({ [parameter]: answered?.[operation + "Result"] ?? answered?.[first.local + "Result"] ?? answered?.[parameter] });
      }
    } catch (error) {
      how = String(error.message).split("\n")[0];
    }
    console.log([given(service, "name"), operation, how].join("\t"));
  }
}
