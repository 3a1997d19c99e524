"""Makes the calls of a plan with zeep, through the served WSDL documents.

Argument: the plan (an XML file). The value of each call is read from its SOAP message as zeep reads answers, is sent, and what comes
back is sent once more. Prints a line a call: service, operation, and `ok` or the error.
"""

import sys
from urllib.parse import urlsplit

import zeep
import zeep.transports
from lxml import etree


class OneServer(zeep.transports.Transport):
    """Talks to one server only."""

    def __init__(self, address):
        super().__init__()
        self.server = urlsplit(address).netloc

    def load(self, url):
        if urlsplit(url).netloc != self.server:
            raise RuntimeError("the document makes zeep load " + url)
        return super().load(url)


def make(client, port, call):
    operation = port._binding.get(call.get("operation"))
    body = call.find(".//{http://schemas.xmlsoap.org/soap/envelope/}Body")
    wrapper = body[0]
    element = operation.input.body
    value = element.parse(wrapper, client.wsdl.types)
    (name,) = [name for name, _ in element.type.elements]
    answered = port[call.get("operation")](**{name: value[name]})
    port[call.get("operation")](**{name: answered})


def main():
    plan = etree.parse(sys.argv[1]).getroot()
    for service in plan:
        try:
            client = zeep.Client(service.get("address") + "?wsdl", transport=OneServer(service.get("address")))
            port = client.bind(client.wsdl.services and next(iter(client.wsdl.services)))
            failed = None
        except Exception as error:
            failed = error
        for call in service:
            how = "ok"
            try:
                if failed:
                    raise failed
                make(client, port, call)
            except Exception as error:
                how = f"{type(error).__name__}: {error}".replace("\n", " ")
            print(service.get("name"), call.get("operation"), how, sep="\t")


main()
