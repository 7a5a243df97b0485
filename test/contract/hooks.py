"""Which refusals no schema can tell: a check of our own beside those of schemathesis."""

import json
from urllib.parse import urlencode

import schemathesis


@schemathesis.hook
def filter_query(ctx, query):
    """Addresses over 8,192 bytes are answered by CloudFront, and by the local edge, with a text of their own."""
    return len(urlencode(query or {}, doseq=True)) < 7_000


@schemathesis.check
def refusal_beyond_the_schema(ctx, response, case):
    """400 to a request that keeps to the description names a rule that no JSON Schema can tell (x-schema-rules lists the others)."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 400:
        return
    problem = response.json()
    if problem["code"] == "argument_invalid":
        return  # The schema of a tool's arguments belongs to the tool, not to this description.
    told = set(case.operation.schema.raw_schema["x-schema-rules"])
    for fault in problem.get("faults") or [{"field": "", "rule": problem["code"]}]:
        if fault["rule"] in told or fault["rule"] in ("body_not_json", "body_too_deep"):
            raise AssertionError(f"refused by a rule that the description does not tell: {json.dumps(fault)}")
