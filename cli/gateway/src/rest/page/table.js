"use strict";

// The tables of a result, and how they are shown. Every text becomes the text of a node, never markup.

const PAGE_OF_ROWS = 200;
const LONGEST_CELL = 300;

function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") node.textContent = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// A DataSet is an object whose `tables` are these.
const isTable = (value) => isObject(value) && typeof value.name === "string" && Array.isArray(value.columns) && Array.isArray(value.rows);

// Arrays anywhere in a result are tables; the single values of an object are a table of one row. A name comes from the member that leads there.
function tablesOf(value, path = [], tables = []) {
  const name = path.at(-1) ?? "";
  if (Array.isArray(value)) {
    const areRows = value.length === 0 || value.every(isObject);
    tables.push({ name, path: path.join("."), rows: areRows ? value : value.map((item) => ({ value: item })) });
  } else if (isObject(value)) {
    const single = {};
    for (const [key, member] of Object.entries(value)) {
      if (key === "tables" && Array.isArray(member) && member.every(isTable)) {
        for (const { name: own, columns, rows } of member) {
          tables.push({ name: own, path: [...path, own].join("."), columns: columns.map((column) => column.name), rows });
        }
      } else if (member !== null && typeof member === "object") tablesOf(member, [...path, key], tables);
      else single[key] = member;
    }
    if (Object.keys(single).length > 0) tables.push({ name: name || "Values", rows: [single], isSingle: true });
  } else if (value !== null && value !== undefined) {
    tables.push({ name: "Values", rows: [{ value }], isSingle: true });
  }
  return tables;
}

// The value of `$table` that chooses a table.
function choiceOf(table, tables) {
  return tables.filter((other) => !other.isSingle && other.name === table.name).length > 1 ? table.path : table.name;
}

function columnsOf(rows, known) {
  const columns = new Set(known);
  for (const row of rows) for (const key of Object.keys(row)) columns.add(key);
  return [...columns];
}

const isNumber = (value) =>
  typeof value === "number" || (typeof value === "string" && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(value));

// Null stands behind everything, numbers before texts.
function compared(one, other) {
  const rank = (value) => (value === null || value === undefined ? 2 : isNumber(value) ? 0 : 1);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  if (rank(one) === 0) return Number(one) - Number(other);
  if (rank(one) === 2) return 0;
  const [left, right] = [shown(one), shown(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function shown(value) {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function cell(value) {
  if (value === undefined) return element("td");
  if (value === null) return element("td", { class: "null", text: "null" });
  const text = shown(value);
  const cut = text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
  return element("td", { class: isNumber(value) ? "number" : false, text: cut, title: cut === text ? false : text.slice(0, 4000) });
}

// A table that sorts by a column, a part of its rows at a time.
function tableOf({ rows, columns: known = [], isSingle }) {
  const columns = columnsOf(rows, known);
  const state = { start: 0, column: null, isDown: false, sorted: rows };
  const body = element("tbody");
  const where = element("span", { "aria-live": "polite" });
  const heads = columns.map((column) =>
    element("th", { scope: "col" }, element("button", { type: "button", text: column, onclick: () => sort(column) })));
  const turn = (by) => { state.start += by; draw(); };
  const back = element("button", { type: "button", text: "Previous rows", onclick: () => turn(-PAGE_OF_ROWS) });
  const next = element("button", { type: "button", text: "Next rows", onclick: () => turn(PAGE_OF_ROWS) });

  function sort(column) {
    state.isDown = state.column === column && !state.isDown;
    state.column = column;
    state.start = 0;
    const ordered = [...rows].sort((one, other) => compared(one[column], other[column]));
    const isNull = (row) => row[column] === null || row[column] === undefined;
    state.sorted = state.isDown
      ? [...ordered.filter((row) => !isNull(row)).reverse(), ...ordered.filter(isNull)]
      : ordered;
    draw();
  }

  function draw() {
    const end = Math.min(state.start + PAGE_OF_ROWS, rows.length);
    body.replaceChildren(...state.sorted.slice(state.start, end).map((row) =>
      element("tr", {}, ...columns.map((column) => cell(row[column])))));
    heads.forEach((head, index) => {
      if (columns[index] !== state.column) head.removeAttribute("aria-sort");
      else head.setAttribute("aria-sort", state.isDown ? "descending" : "ascending");
      head.firstChild.textContent = columns[index] + (columns[index] !== state.column ? "" : state.isDown ? " ↓" : " ↑");
    });
    where.textContent = rows.length > PAGE_OF_ROWS
      ? `Rows ${(state.start + 1).toLocaleString("en")} to ${end.toLocaleString("en")} of ${rows.length.toLocaleString("en")}`
      : "";
    back.disabled = state.start === 0;
    next.disabled = end === rows.length;
  }

  draw();
  const node = element("div", {});
  if (rows.length === 0) node.append(element("p", { text: "No rows." }));
  else node.append(element("div", { class: "rows", tabindex: "0" }, element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body)));
  if (!isSingle && rows.length > PAGE_OF_ROWS) node.append(element("p", { class: "pages" }, where, back, next));
  return node;
}
