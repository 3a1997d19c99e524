// A client that openapi-fetch types from the document: what a program of TypeScript does with it.
import { deepEqual, equal } from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./shop.js";

const client = createClient<paths>({ baseUrl: process.argv[2] });

/** The result of a call that has to come right. */
function result<T>(response: { data?: T; error?: unknown }): T {
  if (response.data === undefined) throw new Error(JSON.stringify(response.error));
  return response.data;
}

// An optional text is sent, or left out.
result(await client.POST("/FindOrders", { body: { Text: "rex" } }));
result(await client.GET("/FindOrders", { params: { query: { State: "Open" } } }));
const orders = result(await client.POST("/FindOrders", { body: {} })).FindOrdersResult ?? [];

// A number beyond 2^53 keeps its digits; a null is one, and an absent text is none.
const ids: (string | undefined)[] = orders.map((order) => order?.Id);
equal(ids[0], "9007199254740993");
const shipped: (string | null | undefined)[] = orders.map((order) => order?.Shipped);
deepEqual(shipped, [null, "2026-01-02T03:04:05", null]);
const note: string | undefined = orders[0]?.Note;
equal(note, undefined);

// A row is typed by the columns of the description.
const tables = result(await client.GET("/Report")).ReportResult?.tables ?? [];
const prices: (string | null | undefined)[] = tables.flatMap((table) => table.rows ?? []).map((row) => row.Price);
deepEqual(prices, ["12.50", null]);

// A derived type is told by its name.
const pets = result(await client.GET("/Pets")).PetsResult ?? [];
const told = pets.map((pet) => {
  switch (pet?.$type) {
    case "{urn:shop}Dog": {
      const barks: boolean | undefined = pet.Barks;
      return `dog ${barks}`;
    }
    case "{urn:shop}Cat": {
      const lives: number | undefined = pet.Lives;
      return `cat ${lives}`;
    }
    default:
      return "animal";
  }
});
deepEqual(told, ["cat 9", "dog false"]);

// A fault is read by its type.
const refused = await client.GET("/Refused");
equal(refused.response.status, 422);
const message: string | undefined = refused.error?.fault?.message;
equal(message, "there is no such order");

// The input of a write, and the number that it returns.
const saved = result(await client.POST("/Save", { body: { Order: { Id: "9007199254740993", Price: "1.5", State: "Open" } } }));
const number: string | undefined = saved.SaveResult;
equal(number, "7");
