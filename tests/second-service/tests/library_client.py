"""Calls operations with structures, enumerations, nullable values and every scalar with zeep, through a served WSDL document.

Arguments: the document's address, the port. Ends with an error if a response is not what it should be.
"""

import datetime
import decimal
import sys

import zeep
import zeep.helpers
import zeep.xsd

address, port = sys.argv[1:]
client = zeep.Client(address)
service = client.bind("LibraryCatalogue", port)
types = {kind.name: kind for kind in client.wsdl.types.types if getattr(kind, "name", None)}

# An item that is None is left out by zeep; `Nil` is sent, but among structures cannot be.
author = {"Name": "Ann <&>", "type": "sci-fi", "Pin": None, "Home": {"Street": "S", "City": "Ö"}}
book = {
    "Title": "T",
    "self": 9007199254740993,
    "Self": True,
    "gen": -1,
    "Pages": 7,
    "Genre": "non fiction",
    "Authors": {"Author": [author]},
    "Keywords": {"Keyword": ["a", zeep.xsd.Nil, "ö"]},
    "Publisher": None,
    "Printed": datetime.datetime(2026, 2, 28, 23, 59, 58),
    "Cover": b"\x00\xff",
    "Prices": {"decimal": [decimal.Decimal("12.50"), zeep.xsd.Nil]},
}
# One member's name is not one in XML and stands encoded in the document.
(encoded,) = [name for name, _ in types["Book"].elements if name not in book]
book[encoded] = True
# Given as a dict, a member called `self` would collide with an argument of zeep's own; a response with one it cannot read at all.
sent = types["Book"]()
for name, value in book.items():
    sent[name] = value
returned = service.EnumerationsAndStructures(
    BranchKey="key",
    Genre="Ünïcode",
    OtherGenre=None,
    Genres={"Genre": ["Fiction", "1st edition"]},
    MaybeGenres={"Genre": ["Ok", zeep.xsd.Nil]},
    Book=sent,
    Books={"Book": [sent]},
    Shelf={"Label": "outer", "Shelves": {"Shelf": [{"Label": "inner", "Shelves": None}]}},
    Debug={"Debug": "d"},
)
if returned is not None:
    raise SystemExit("responded %r" % responded)
shelf = {"Label": "outer", "Shelves": {"Shelf": [{"Label": "<inner>", "Shelves": None}, {"Label": "ö", "Shelves": None}]}}
returned = zeep.helpers.serialize_object(service.GetShelf(BranchKey="key"), dict)
if returned != shelf:
    raise SystemExit("responded %r" % responded)

scalars = {
    "String": " s ",
    "Boolean": True,
    "Byte": -128,
    "UnsignedByte": 255,
    "Short": -32768,
    "UnsignedShort": 65535,
    "Int": -2147483648,
    "UnsignedInt": 4294967295,
    "Long": -9223372036854775808,
    "UnsignedLong": 18446744073709551615,
    "Integer": 10**30,
    "Float": 1.5,
    "Double": -2.25,
    "Decimal": decimal.Decimal("12.3400"),
    "DateTime": datetime.datetime(2026, 2, 28, 23, 59, 58),
    "Date": datetime.date(2026, 2, 28),
    "Time": datetime.time(13, 45, 56),
    "Duration": datetime.timedelta(days=1, hours=2),
    "Base64Binary": b"\x00\xff",
    "HexBinary": "00FF",
    "AnyURI": "http://example.com/",
    "QName": None,
    "Guid": "6f9619ff-8b86-d011-b42d-00c04fc964ff",
    "Char": 65,
}
service.EveryScalar(BranchKey="key", **scalars)
service.EveryScalarNullable(BranchKey="key", **dict.fromkeys(scalars))
