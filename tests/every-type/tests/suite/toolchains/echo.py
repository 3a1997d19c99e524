"""Makes the calls of a plan with zeep, through the served WSDL documents.

Argument: the plan (an XML file). The value of each call is read from its SOAP message as zeep reads answers, is sent, and what comes
back is sent once more. Prints a line a call: service, operation, and `ok` or the error.
"""

import sys
from urllib.parse import urlsplit

import zeep
import zeep.transports
import zeep.xsd
from lxml import etree


XML_SCHEMA = b"""<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace">
<attribute name="lang" type="string"/><attribute name="space" type="string"/></schema>"""


class OneServer(zeep.transports.Transport):
    """Talks to one server only."""

    def __init__(self, address):
        super().__init__()
        self.server = urlsplit(address).netloc

    def load(self, url):
        # zeep asks for it itself, where a schema imports the namespace of XML.
        if url == "https://www.w3.org/2001/xml.xsd":
            return XML_SCHEMA
        if urlsplit(url).netloc != self.server:
            raise RuntimeError("the document makes zeep load " + url)
        return super().load(url)


def make(client, call):
    name = call.get("operation")
    ports = [port for service in client.wsdl.services.values() for port in service.ports.values()]
    (port, *_) = [port for port in ports if name in port.binding._operations]
    operation = port.binding.get(name)
    proxy = client.bind(port_name=port.name)[name]
    first = call.find(".//{http://schemas.xmlsoap.org/soap/envelope/}Body")[0]
    body = operation.input.body
    if call.get("style") == "Bare":
        value = body.parse(first, client.wsdl.types)
        for _ in range(2):
            value = proxy(value) if not isinstance(value, zeep.xsd.CompoundValue) else proxy(**{name: value[name] for name in value})
        return
    ((parameter, element),) = body.type.elements
    value = body.parse(first, client.wsdl.types)[parameter]
    answered = proxy(**{parameter: value})
    # With headers the answer is a structure of both.
    if "header" in answered if isinstance(answered, zeep.xsd.CompoundValue) else False:
        (answered,) = [answered.body[name] for name in answered.body]
    # What is an array in an answer is a structure in a request.
    if isinstance(answered, list) and not element.accepts_multiple and hasattr(element.type, "elements"):
        ((item, _),) = element.type.elements
        answered = {item: answered}
    proxy(**{parameter: answered})


def main():
    plan = etree.parse(sys.argv[1]).getroot()
    for service in plan:
        try:
            client = zeep.Client(service.get("address") + "?wsdl", transport=OneServer(service.get("address")))
            failed = None
        except Exception as error:
            failed = error
        for call in service:
            how = "ok"
            try:
                if failed:
                    raise failed
                make(client, call)
            except Exception as error:
                how = f"{type(error).__name__}: {error}".replace("\n", " ")
            print(service.get("name"), call.get("operation"), how, sep="\t")


main()
