// Lets hey-api make types and zod schemas of a document.
import { createClient } from "@hey-api/openapi-ts";

const [input, output] = process.argv.slice(2);
await createClient({ input, output, plugins: ["@hey-api/typescript", "zod"], logs: { level: "error" } });
