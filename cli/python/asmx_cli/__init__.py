"""ASP.NET `.asmx` services from Python, by the command `asmx`:

    service = asmx_cli.open("shop.wsdl", profile="shop")
    orders = service.call("FindOrders", text="nails")    # plain values
    report = service.table("Report", month=3)            # a pyarrow.Table

`asmx_cli.aio.open` gives the same methods for `await`."""

from ._errors import CallError, Fault, Kind, Outcome
from ._calls import Part, Range, Rows
from ._service import Service, open

__all__ = ["CallError", "Fault", "Kind", "Outcome", "Part", "Range", "Rows", "Service", "open"]
