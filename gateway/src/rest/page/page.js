"use strict";

const found = (id) => document.getElementById(id);

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "text") made.textContent = value;
    else if (key === "onclick") made.addEventListener("click", value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

// A value to fill in. A structure that holds itself ends after a few levels.
function sample(schema, all, depth = 0) {
  if (schema.$ref) return depth > 4 ? null : sample(all[schema.$ref.split("/").pop()] ?? {}, all, depth + 1);
  if (schema.anyOf) return sample(schema.anyOf[0], all, depth);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sample(part, all, depth)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "boolean": return false;
    case "integer": case "number": return 0;
    case "array": return depth > 4 ? [] : [sample(schema.items ?? {}, all, depth + 1)];
    case "object": {
      const made = {};
      for (const [name, member] of Object.entries(schema.properties ?? {})) {
        if (!name.startsWith("$") && !(depth > 4)) made[name] = sample(member, all, depth + 1);
      }
      return made;
    }
    default: return "";
  }
}

async function call(path, body, form, output) {
  output.textContent = "Calling…";
  try {
    const headers = { "Content-Type": "application/json", "Accept": form };
    const token = sessionStorage.getItem("token");
    if (token) headers.Authorization = `Bearer ${token}`;
    const response = await fetch(path, { method: "POST", headers, body });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").endsWith("json");
    const shown = isJson && form !== "application/x-ndjson" ? JSON.stringify(JSON.parse(text), null, 2) : text;
    output.textContent = `${response.status} ${response.statusText}\n\n${shown}`;
  } catch (error) {
    output.textContent = `The gateway did not answer: ${error}`;
  }
}

const QUESTIONS = { write: "may change data", send: "sends messages to people" };

// A person is asked before a call that is more than a read.
function isMeant(name, post) {
  const question = QUESTIONS[post["x-effect"]];
  return question === undefined || window.confirm(`${name} ${question}. Call it?`);
}

function operation(path, post, schemas) {
  const name = decodeURIComponent(path.split("/").pop());
  const content = post.requestBody?.content["application/json"] ?? {};
  const area = element("textarea", { spellcheck: "false", "aria-label": `Parameters of ${name}` });
  area.value = JSON.stringify(content.example ?? sample(content.schema ?? {}, schemas), null, 2);
  const output = element("pre", { "aria-live": "polite" });
  const button = (text, form) =>
    element("button", {
      text, type: "button",
      onclick: () => { if (isMeant(name, post)) call(path.slice(1), area.value, form, output); },
    });
  const head = element("summary", {}, element("code", { text: name }),
    element("span", { class: "effect", text: post["x-effect"] }), ` ${post.summary ?? ""}`);
  const made = element("details", {}, head);
  for (const paragraph of (post.description ?? "").split("\n\n").filter(Boolean)) {
    made.append(element("p", { text: paragraph }));
  }
  made.append(area, button("Call", "application/json"), button("As CSV", "text/csv"), output);
  made.dataset.text = `${name} ${post.description ?? ""}`.toLowerCase();
  return made;
}

async function show() {
  const headers = {};
  const token = sessionStorage.getItem("token");
  if (token) headers.Authorization = `Bearer ${token}`;
  const response = await fetch("openapi.json", { headers });
  if (response.status === 401) {
    const given = prompt("The token of this gateway");
    if (given) { sessionStorage.setItem("token", given); return show(); }
  }
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const described = await response.json();
  document.title = described.info.title;
  found("title").textContent = described.info.title;
  found("about").textContent = described.info.description ?? "";
  const main = found("operations");
  main.textContent = "";
  const areas = new Map();
  for (const [path, item] of Object.entries(described.paths)) {
    const tag = item.post.tags[0] ?? "Operations";
    if (!areas.has(tag)) {
      const section = element("section", {}, element("h2", { text: tag }));
      areas.set(tag, section);
      main.append(section);
    }
    areas.get(tag).append(operation(path, item.post, described.components.schemas ?? {}));
  }
  if (areas.size === 0) main.append(element("p", { text: "This gateway offers no operation." }));
  found("find").addEventListener("input", (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const one of main.querySelectorAll("details")) one.hidden = !one.dataset.text.includes(wanted);
    for (const section of areas.values()) section.hidden = !section.querySelector("details:not([hidden])");
  });
}

show().catch((error) => { found("operations").textContent = `The document cannot be read: ${error}`; });
