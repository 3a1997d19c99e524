
const found = (id) => document.getElementById(id);
const token = () => sessionStorage.getItem("token");

const TAGS = { write: ["tag", "changes data"], send: ["tag warn", "sends messages"] };
const QUESTIONS = { write: "may change data", send: "sends messages to people" };

// The forms of a result as a file: the title, `$format`, the ending, and whether it has one table.
const FILES = [
  ["CSV", "csv", "csv", true], ["Excel", "xlsx", "xlsx", false], ["Arrow", "arrow", "arrows", true],
  ["Parquet", "parquet", "parquet", true], ["JSON", "json", "json", false],
];

function headers(more = {}) {
  return token() ? { ...more, Authorization: `Bearer ${token()}` } : more;
}

async function described(path) {
  const response = await fetch(path, { headers: headers() });
  if (response.status === 401) {
    const answer = prompt("The token of this gateway");
    if (answer) { sessionStorage.setItem("token", answer); return described(path); }
  }
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.json();
}

function paragraphs(text) {
  return (text ?? "").split("\n\n").filter(Boolean).map((paragraph) => element("p", { text: paragraph }));
}

// A person is asked before each call that is more than a read, also if it is the same again for a file.
function isMeant(listed, isAgain) {
  const question = QUESTIONS[listed.effect];
  const again = isAgain ? ", and a file of its result is another call" : "";
  return question === undefined || window.confirm(`${listed.name} ${question}${again}. Call it?`);
}

function field(parameter, id) {
  const { name, type, isRequired, values, sample } = parameter;
  const common = { id, name, "aria-describedby": `${id}-hint`, autocomplete: "off", spellcheck: "false" };
  let input;
  if (parameter.field === "values") {
    const options = values.map((value) => element("option", { value, text: value }));
    input = element("select", common, element("option", { value: "", text: isRequired ? "choose…" : "left out" }), ...options);
  } else if (parameter.field === "json") {
    input = element("textarea", { ...common, rows: isRequired ? 6 : 1, placeholder: isRequired ? "JSON" : "left out; JSON" });
    if (isRequired) input.value = sample;
  } else {
    input = element("input", { ...common, type: "text", placeholder: isRequired ? "" : "left out" });
  }
  const facts = [type];
  if (parameter.default !== null && parameter.default !== undefined) facts.push(`default ${parameter.default}`);
  if (parameter.field !== "values" && sample !== "" && sample.length < 60) facts.push(`such as ${sample}`);
  const label = element("label", { for: id }, element("code", { text: name }));
  if (isRequired) label.append(" ", element("small", { class: "required", text: "required" }));
  const hint = element("div", { id: `${id}-hint` }, element("small", { text: facts.join(", ") }));
  if (parameter.documentation) hint.append(element("small", { text: parameter.documentation }));
  if (parameter.field === "json" && !isRequired && sample !== "") {
    hint.append(element("button", { type: "button", class: "second", text: "Fill in a sample", onclick: () => { input.value = sample; input.rows = 6; } }));
  }
  return { parameter, input, node: element("div", { class: "field" }, label, element("div", {}, input, hint)) };
}

// The object of the request. An empty field of an optional parameter is left out.
function requestOf(fields, more) {
  const request = {};
  for (const { parameter, input } of fields) {
    const text = input.value;
    if (text === "" && (!parameter.isRequired || parameter.field !== "text")) continue;
    if (parameter.field !== "json") { request[parameter.name] = text; continue; }
    try {
      request[parameter.name] = JSON.parse(text);
    } catch (error) {
      input.focus();
      throw new Error(`${parameter.name} is not JSON: ${error.message}`);
    }
  }
  return more && more.value.trim() !== "" ? { ...request, ...JSON.parse(more.value) } : request;
}

const isWord = (value) => ["string", "number", "boolean"].includes(typeof value);
const isQuery = (request) =>
  Object.values(request).every((value) => isWord(value) || (Array.isArray(value) && value.length > 0 && value.every(isWord)));

function queryOf(request, choices) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) for (const one of [value].flat()) query.append(name, one);
  for (const [name, value] of Object.entries(choices)) query.append(name, value);
  return query.toString();
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// The options without which the command would not make the same call.
function optionsOf({ shell }) {
  const options = [];
  if (shell.hasProfile) options.push("--profile PROFILE");
  if (shell.address) options.push(`--${shell.address} ADDRESS`);
  if (shell.plainHttp) options.push("--allow-plain-http");
  if (shell.transport) options.push(`--transport ${quoted(shell.transport)}`);
  if (shell.port) options.push(`--port ${quoted(shell.port)}`);
  if (shell.isConfirmed) options.push("--yes");
  return options;
}

// The commands that write the same rows into a file: those of one table.
function commands(listed, details, request, table) {
  const [json, file] = [JSON.stringify(request), `${fileName(table ?? listed.name)}.csv`];
  const address = new URL(`${listed.path}?$format=csv${table === null ? "" : `&$table=${encodeURIComponent(table)}`}`, location.href).href;
  const bearer = token() ? ' -H "Authorization: Bearer $TOKEN"' : "";
  const lines = [
    `curl -f -X POST ${quoted(address)}${bearer} -H 'Content-Type: application/json' -d ${quoted(json)} -o ${quoted(file)}`,
  ];
  // SOAP headers are a file of their own there.
  if (!("soap-headers" in request)) {
    const options = [...optionsOf(details), "--params -", ...(table === null ? [] : [`--table ${quoted(table)}`]), `-o ${quoted(file)}`];
    lines.push(`printf %s ${quoted(json)} | asmx call DOCUMENT ${quoted(listed.name)} ${options.join(" ")}`);
  }
  return lines;
}

// What stands for values that only the operator knows.
function shellHint({ shell }) {
  const words = ["DOCUMENT is the file or the address of the service's document"];
  if (shell.hasProfile) words.push("PROFILE is the profile of the gateway, or your own");
  if (shell.address) words.push("ADDRESS is the address of the service");
  return `${words.join("; ")}.`;
}

const fileName = (name) => name.replace(/[^A-Za-z0-9._-]+/g, "-") || "result";

async function saved(listed, request, choices, file, told) {
  if (!isMeant(listed, true)) return;
  told.textContent = "Calling…";
  try {
    const response = await posted(listed, request, choices, "*/*");
    if (!response.ok) { told.textContent = `${response.status}: ${(await response.json()).detail}`; return; }
    const address = URL.createObjectURL(await response.blob());
    element("a", { href: address, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    told.textContent = notesOf(response).join(" ");
  } catch (error) {
    told.textContent = `The gateway did not answer: ${error.message}`;
  }
}

function posted(listed, request, choices, accept) {
  const query = queryOf({}, choices);
  return fetch(query === "" ? listed.path : `${listed.path}?${query}`, {
    method: "POST", body: JSON.stringify(request), headers: headers({ "Content-Type": "application/json", Accept: accept }),
  });
}

// What a reader should know of a response, which no file of a browser has.
function notesOf(response) {
  const [note, count] = [response.headers.get("asmx-note"), Number(response.headers.get("asmx-deviations") ?? 0)];
  const notes = note ? [`Note: ${note}.`] : [];
  if (count > 0) notes.push(`The response deviates from the document in ${count} ${count === 1 ? "place" : "places"}.`);
  return notes;
}

// A link where a browser can get the file by itself, else a button. A click shows the notes of the file, or why there is none.
function files(listed, details, request, table, forms) {
  const told = element("span", { "aria-live": "polite" });
  const one = ([title, format, ending]) => {
    const choices = { $format: format, ...(table === null ? {} : { $table: table }) };
    const file = `${fileName(table ?? listed.name)}.${ending}`;
    const onclick = (event) => { event.preventDefault(); saved(listed, request, choices, file, told); };
    if (details.takesQuery && !token() && isQuery(request)) {
      return element("a", { href: `${listed.path}?${queryOf(request, choices)}`, download: file, text: title, onclick });
    }
    return element("button", { type: "button", text: title, onclick });
  };
  return element("div", { class: "save" }, "Save as", ...forms.map(one), told);
}

function problem(response, body) {
  const node = element("div", { class: "problem" }, element("h3", { text: `${response.status} ${body.title ?? response.statusText}` }));
  node.append(...paragraphs(body.detail ?? ""));
  if (body.outcome) node.append(element("p", { text: `The outcome of the call: ${body.outcome}.` }));
  for (const error of body.errors ?? []) node.append(element("p", { text: `${error.place}: ${error.problem}` }));
  if (body.fault) node.append(element("pre", { text: JSON.stringify(body.fault, null, 2) }));
  return node;
}

function result(listed, details, request, response, value) {
  const node = element("div", {});
  node.append(...notesOf(response).map((text) => element("p", { class: "note", text })));
  const tables = tablesOf(value);
  const lists = tables.filter((table) => !table.isSingle);
  const several = lists.length > 1 || details.tables.length > 1;
  for (const table of tables) {
    const rows = table.isSingle ? "" : `${table.rows.length.toLocaleString("en")} ${table.rows.length === 1 ? "row" : "rows"}`;
    node.append(element("h3", {}, element("span", { text: table.name || listed.name }), element("small", { text: rows })));
    const forms = FILES.filter(([, , , isOfTable]) => isOfTable);
    if (!table.isSingle) node.append(files(listed, details, request, several ? choiceOf(table, tables) : null, forms));
    node.append(tableOf(table));
  }
  const isNothing = !isObject(value) || Object.keys(value).length === 0;
  if (tables.length === 0 && !isNothing) node.append(element("p", { text: "The result has no tables." }));
  if (tables.length === 0 && isNothing) node.append(element("p", { text: "Done. The operation returns nothing." }));
  else node.append(element("h3", { text: "The whole result" }), files(listed, details, request, null, FILES.filter(([, , , isOfTable]) => !isOfTable)));
  const text = JSON.stringify(value, null, 2);
  const cut = text.length > 200000 ? `${text.slice(0, 200000)}\n…` : text;
  node.append(element("details", {}, element("summary", { text: "As JSON" }), element("pre", { text: cut })));
  node.append(element("details", {}, element("summary", { text: "From a shell" }),
    element("pre", { text: commands(listed, details, request, several && lists.length > 0 ? choiceOf(lists[0], tables) : null).join("\n\n") }),
    element("p", { class: "hint", text: shellHint(details) })));
  return node;
}

async function call(listed, details, request, status, output) {
  status.textContent = "Calling…";
  output.replaceChildren();
  try {
    const response = await posted(listed, request, {}, "application/json");
    const text = await response.text();
    const body = text === "" ? null : JSON.parse(text);
    output.replaceChildren(response.ok ? result(listed, details, request, response, body) : problem(response, body ?? {}));
    status.textContent = response.ok ? "Done." : "";
  } catch (error) {
    status.textContent = `The gateway did not answer: ${error.message}`;
  }
}

let ids = 0;

function form(listed, details) {
  const fields = details.parameters.map((parameter) => field(parameter, `field${ids++}`));
  const more = details.isOpen ? element("textarea", { "aria-label": "Further parameters", placeholder: "further parameters: an object of JSON", rows: 1 }) : null;
  const status = element("p", { role: "status" });
  const output = element("div", { class: "result" });
  const submit = (event) => {
    event.preventDefault();
    let request;
    try {
      request = requestOf(fields, more);
    } catch (error) {
      status.textContent = error.message;
      return;
    }
    if (isMeant(listed, false)) call(listed, details, request, status, output);
  };
  const node = element("form", { onsubmit: submit, autocomplete: "off" }, ...fields.map((one) => one.node));
  if (more) node.append(more);
  node.append(element("div", { class: "buttons" }, element("button", { text: "Call" })));
  const documentation = paragraphs(details.documentation);
  // The list has the first sentence already.
  if (documentation[0]?.textContent === listed.summary) documentation.shift();
  return [...documentation, node, status, output];
}

function operation(listed) {
  const summary = element("summary", {}, element("code", { text: listed.name }));
  const [tag, words] = TAGS[listed.effect] ?? [];
  if (words) summary.append(" ", element("span", { class: tag, text: words }));
  if (listed.isDeprecated) summary.append(" ", element("span", { class: "tag warn", text: "deprecated" }));
  if (listed.summary) summary.append(element("small", { text: listed.summary }));
  const node = element("details", { class: "operation" }, summary);
  node.addEventListener("toggle", async () => {
    if (!node.open || node.childElementCount > 1) return;
    const waiting = element("p", { text: "Reading…" });
    node.append(waiting);
    try {
      waiting.replaceWith(...form(listed, await described(`page/operations/${encodeURIComponent(listed.name)}`)));
    } catch (error) {
      waiting.textContent = `The description cannot be read: ${error.message}`;
    }
  });
  node.dataset.text = `${listed.name} ${listed.summary}`.toLowerCase();
  return node;
}

async function show() {
  const service = await described("page/operations");
  document.title = service.name;
  found("service").textContent = `${service.name} over REST`;
  found("title").textContent = service.name;
  found("about").replaceChildren(...paragraphs(service.documentation));
  const sections = service.areas.map((area, index) =>
    element("section", { id: `area${index}` }, element("h2", { text: area.title }), ...paragraphs(area.documentation), ...area.operations.map(operation)));
  if (sections.length > 1) {
    found("areas").replaceChildren(...service.areas.map((area, index) =>
      element("li", {}, element("a", { href: `#area${index}`, text: area.title }), " ", element("small", { text: area.operations.length }))));
  }
  found("operations").replaceChildren(...sections);
  if (sections.length === 0) found("operations").append(element("p", { text: "This gateway offers no operation." }));
  found("find").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const section of sections) {
      const all = [...section.querySelectorAll("details.operation")];
      for (const one of all) one.hidden = !words.every((word) => one.dataset.text.includes(word));
      section.hidden = all.every((one) => one.hidden);
    }
  });
}

show().catch((error) => { found("operations").textContent = `The list of operations cannot be read: ${error.message}`; });
