"""Makes the calls of a plan with zeep, through a served WSDL document.

Arguments: the document's address, the port, the plan (a JSON file). Prints a JSON list of the results, in the plan's order.
Fails if the library asks anything of another server than the one that the document came from.

Two things zeep cannot do over HTTP GET and POST, whatever the document says, and genuine documents say the same: it writes an array
in a form as Python's `str` of it, and it has no decoder for a response without a type (an XML document, or nothing). Here a
form repeats an array's name, and such responses are taken as they came.
"""

import json
import sys
from urllib.parse import urlencode, urlsplit

import zeep
import zeep.helpers
import zeep.transports
import zeep.wsdl.messages.mime
import zeep.xsd
from lxml import etree


class OneServer(zeep.transports.Transport):
    """Talks to one server only, and keeps its latest response."""

    def __init__(self, address):
        super().__init__()
        self.server = urlsplit(address).netloc
        self.latest = None

    def load(self, url):
        if urlsplit(url).netloc != self.server:
            raise RuntimeError("the document makes zeep load " + url)
        return super().load(url)

    def get(self, address, params, headers):
        self.latest = super().get(address, params, headers)
        return self.latest

    def post(self, address, message, headers):
        self.latest = super().post(address, message, headers)
        return self.latest


def form(items):
    """A form that repeats the name of an array for each of its items."""
    pairs = []
    for name, value in items.items():
        values = next(iter(value.values())) if isinstance(value, dict) else [value]
        pairs += [(name, one) for one in values]
    return urlencode(pairs)


zeep.wsdl.messages.mime.urlencode = form


def local(element):
    return etree.QName(element).localname


NAMES = ["Name", "Kind", "Length", "Escaped"]


def rows(value):
    """The echoed parameters in a DataSet, which zeep reads by the schema in the response: every row that has a kind."""
    if isinstance(value, list):
        return [row for one in value for row in rows(one)]
    if isinstance(value, etree._Element):
        return parameters(value)
    if not isinstance(value, dict):
        return []
    if value.get("Kind") is not None:
        return [{name: str(value[name]) for name in NAMES if value.get(name) is not None}]
    return rows(list(value.values()))


def parameters(document):
    """The echoed parameters in a document: in attributes, or as rows."""
    found = []
    for one in document.iter(etree.Element):
        if local(one) == "param":
            found.append({name: one.attrib[name.lower()] for name in NAMES if name.lower() in one.attrib})
        cells = {local(cell): cell.text or "" for cell in one.iterchildren(etree.Element)}
        if "Kind" in cells:
            found.append({name: cells[name] for name in NAMES if name in cells})
    return found


def normal(kind, value):
    """The result, in the form that all clients of the plan print."""
    if kind in ("none", "typed"):
        return None
    if kind == "string":
        return value
    if kind == "integers":
        return list(getattr(value, "int", value) or [])
    return rows(zeep.helpers.serialize_object(value, dict)) if kind == "dataset" else parameters(value)


def main():
    address, port_name, plan = sys.argv[1:]
    transport = OneServer(address)
    client = zeep.Client(address, transport=transport)
    (service,) = client.wsdl.services.values()
    port = client.bind(service.name, port_name)
    is_soap = "Http" not in port_name
    results = []
    with open(plan, encoding="utf-8") as file:
        calls = json.load(file)
    for call in calls:
        arguments = dict(call["parameters"])
        for name, value in arguments.items():
            if isinstance(value, list) and not port_name.endswith("HttpGet"):
                arguments[name] = {call["items"][name]: value}
        if is_soap and call["undeclared"]:
            arguments["_value_1"] = [
                zeep.xsd.AnyObject(zeep.xsd.Element("{%s}%s" % (call["namespace"], name), zeep.xsd.String()), value)
                for name, value in call["undeclared"].items()
            ]
        try:
            value = port[call["operation"]](**arguments)
        except AttributeError:
            if is_soap or call["result"] not in ("xml", "none") or transport.latest.status_code != 200:
                raise
            body = transport.latest.content
            if call["result"] == "none" and body:
                raise
            value = etree.fromstring(body) if body else None
        results.append(normal(call["result"], value))
    json.dump(results, sys.stdout)


main()
