"""Calls every method of the service, provokes every error, and reads every detail.

Usage: client.py PROGRAM
"""

import subprocess
import sys

import grpc
import orders_pb2 as orders
import orders_pb2_grpc as orders_grpc
from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct
from google.rpc import error_details_pb2 as details_pb2
from grpc_status import rpc_status

TYPES = [
    details_pb2.ErrorInfo,
    details_pb2.RetryInfo,
    details_pb2.BadRequest,
    details_pb2.PreconditionFailure,
    details_pb2.ResourceInfo,
    details_pb2.Help,
    Struct,
]
checks = 0
seen = set()


def equal(actual, expected):
    """Counts a check, which fails if two values differ."""
    global checks
    checks += 1
    if actual != expected:
        raise AssertionError(f"{actual!r} is not {expected!r}")


class Server:
    """A server on free ports, and a client of its gRPC API."""

    def __init__(self, *flags):
        command = [sys.argv[1], "serve", *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        equal(self.process.stdout.readline().startswith("http://"), True)
        self.channel = grpc.insecure_channel(self.process.stdout.readline().strip().removeprefix("grpc://"))
        return orders_grpc.OrdersStub(self.channel)

    def __exit__(self, *_):
        self.channel.close()
        self.process.kill()
        self.process.wait()


def failure(call, code, reason):
    """The details of a failed call by the names of their types. Checks what all errors have in common."""
    try:
        call()
    except grpc.RpcError as error:
        equal(error.code(), code)
        # Also checks that the code and the message of the details are those of the status.
        status = rpc_status.from_call(error)
    else:
        raise AssertionError("the call succeeded")
    found = {}
    for detail in status.details:
        message = next(kind() for kind in TYPES if detail.Is(kind.DESCRIPTOR))
        equal(detail.Unpack(message), True)
        name = message.DESCRIPTOR.name
        equal(name in found, False)
        found[name] = message
    seen.update(found)
    equal((found["ErrorInfo"].reason, found["ErrorInfo"].domain), (reason, "orders.example.com"))
    return status.message, found


def helps(found, reason):
    """Checks the link, and returns the facts of the struct."""
    links = found["Help"].links
    equal([(link.description, link.url) for link in links],
          [(f"About {reason}", f"https://orders.example.com/errors/{reason}")])
    facts = MessageToDict(found["Struct"])
    equal(bool(facts["suggestion"]), True)
    return facts


def update(stub, **fields):
    return stub.UpdateOrder(orders.UpdateOrderRequest(**fields))


def successes(stub):
    updated = update(stub, id="1", item="chisel", quantity=2)
    equal((updated.id, updated.item, updated.quantity, updated.state), (1, "chisel", 2, "open"))


def errors(stub):
    message, found = failure(
        lambda: update(stub, id="77", item="anvil", quantity=1), grpc.StatusCode.NOT_FOUND, "ORDER_NOT_FOUND")
    equal(message, "no order `77`")
    equal(dict(found["ErrorInfo"].metadata), {"id": "77"})
    equal(found["ResourceInfo"].resource_name, "/orders/77")
    equal(found["ResourceInfo"].description, "No order has this ID.")
    facts = helps(found, "ORDER_NOT_FOUND")
    # The actions of orders are HTTP requests, which a gRPC client can't send.
    equal((facts["exit_code"], facts["retryable"], "actions" in facts), (5, False, False))
    equal(sorted(found), ["ErrorInfo", "Help", "ResourceInfo", "Struct"])

    message, found = failure(
        lambda: update(stub, id="2", item="anvil", quantity=1),
        grpc.StatusCode.FAILED_PRECONDITION, "ORDER_NOT_CHANGEABLE")
    violations = found["PreconditionFailure"].violations
    equal([(violation.type, violation.subject, violation.description) for violation in violations],
          [("ORDER_NOT_CHANGEABLE", "/orders/2", "The order is open")])
    equal(dict(found["ErrorInfo"].metadata), {"id": "2", "state": "shipped"})
    equal(helps(found, "ORDER_NOT_CHANGEABLE")["exit_code"], 6)

    message, found = failure(
        lambda: update(stub, id="1", item="hammer", quantity=1000),
        grpc.StatusCode.INVALID_ARGUMENT, "ORDER_INVALID")
    violations = found["BadRequest"].field_violations
    equal([(violation.field, violation.description) for violation in violations],
          [("item", "Unknown item. You sent: 'hammer'. Valid options: 'anvil', 'bucket', 'chisel'."),
           ("quantity", "Invalid quantity. You sent: 1000. An integer from 1 to 100.")])
    equal(helps(found, "ORDER_INVALID")["phase"], "validation")

    # Longer than all metadata may be: the value is dropped, the rest arrives.
    message, found = failure(
        lambda: update(stub, id="é" * 200_000, item="anvil", quantity=1),
        grpc.StatusCode.NOT_FOUND, "ORDER_NOT_FOUND")
    equal(dict(found["ErrorInfo"].metadata), {})
    helps(found, "ORDER_NOT_FOUND")


def closed(stub):
    message, found = failure(
        lambda: update(stub, id="1", item="anvil", quantity=1), grpc.StatusCode.UNAVAILABLE, "SHOP_CLOSED")
    equal(message, "the shop is closed")
    equal(0 < found["RetryInfo"].retry_delay.ToTimedelta().total_seconds() <= 60, True)
    equal(helps(found, "SHOP_CLOSED")["retryable"], True)


def unknown_method(channel):
    call = channel.unary_unary("/orders.v1.Orders/DropOrders", request_serializer=lambda message: b"",
                               response_deserializer=lambda data: data)
    _, found = failure(lambda: call(None), grpc.StatusCode.UNIMPLEMENTED, "GRPC_UNIMPLEMENTED")
    equal(MessageToDict(found["Struct"])["exit_code"], 2)


server = Server()
with server as stub:
    successes(stub)
    errors(stub)
    unknown_method(server.channel)
with Server("--opens-in-s", "60") as stub:
    closed(stub)

equal(seen, {kind.DESCRIPTOR.name for kind in TYPES})
print(f"grpcio {grpc.__version__}: {checks} checks of {sys.argv[1]}")
