// The zod schemas that hey-api makes of the document accept what a gateway returns, and keep all of it.
import { deepEqual } from "node:assert/strict";
import type { ZodType } from "zod";
import * as made from "./made/zod.gen.js";

const address = process.argv[2];
const schemas = new Map(Object.entries(made).map(([name, schema]) => [name.toLowerCase(), schema as unknown as ZodType]));
for (const operation of ["FindOrders", "Report", "Biggest", "Pets"]) {
  const name = ["zGet" + operation + "Response", "z" + operation + "Response"].find((name) => schemas.has(name.toLowerCase()));
  const schema = name && schemas.get(name.toLowerCase());
  if (!schema) throw new Error(`no schema of the result of ${operation}: ${[...schemas.keys()]}`);
  const came: unknown = await (await fetch(`${address}/${operation}`)).json();
  // A long becomes a BigInt, with all its digits.
  const taken: unknown = JSON.parse(JSON.stringify(schema.parse(came), (_, value) => (typeof value === "bigint" ? value.toString() : value)));
  deepEqual(taken, came);
}
