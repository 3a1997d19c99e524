"""Calls a live gateway by the client that openapi-python-client made of its document."""

import sys

from shop_client import Client
from shop_client.api.orders import biggest, find_orders, pets, refused, report, save
from shop_client.models import FindOrdersRequest, OrderInput, SaveRequest
from shop_client.types import UNSET

client = Client(base_url=sys.argv[1])


def result(module, **arguments):
    """The result of a call that has to come right."""
    response = module.sync_detailed(client=client, **arguments)
    assert response.status_code == 200, response
    return response.parsed


# An optional text is sent, or left out.
result(find_orders, body=FindOrdersRequest(text="rex"))
orders = result(find_orders, body=FindOrdersRequest()).find_orders_result
# A number beyond 2^53 keeps its digits; a null is one, and an absent text is none.
assert [order.id for order in orders] == ["9007199254740993", "7", "8"], orders
assert [order.shipped for order in orders] == [None, "2026-01-02T03:04:05", None], orders
assert orders[0].note is UNSET and orders[1].note == "", orders
assert result(biggest).biggest_result == "9223372036854775807"

# Rows have the columns of the description.
rows = result(report).report_result.tables[0].rows
assert [(row.id, row.price) for row in rows] == [(1, "12.50"), (2, None)], rows

# A derived type is told by its name, and loses no member.
told = [pet.to_dict() for pet in result(pets).pets_result]
assert told == [{"$type": "{urn:shop}Cat", "Name": "Tom", "Lives": 9}, {"$type": "{urn:shop}Dog", "Name": "Rex", "Barks": False}], told

# A fault is read by its type.
fault = refused.sync_detailed(client=client)
assert fault.status_code == 422 and fault.parsed.fault.message == "there is no such order", fault

# The input of a write, and the number that it returns.
saved = result(save, body=SaveRequest(order=OrderInput.from_dict({"Id": 7, "Price": "1.5", "State": "Open"})))
assert saved.save_result == "7", saved
