"""Signs requests with botocore and awscrt, and reads event-stream frames with botocore. JSON in, JSON out."""

import base64
import datetime
import io
import json
import sys

import awscrt.auth
import awscrt.http
import awscrt.io
import botocore.auth
import botocore.awsrequest
import botocore.credentials
import botocore.eventstream


class Frozen(datetime.datetime):
    now_value = None

    @classmethod
    def utcnow(cls):
        return cls.now_value

    @classmethod
    def now(cls, tz=None):
        return cls.now_value.replace(tzinfo=tz)


def by_botocore(case):
    moment = datetime.datetime.strptime(case["time"], "%Y%m%dT%H%M%SZ")
    Frozen.now_value = moment
    if hasattr(botocore.auth, "get_current_datetime"):
        botocore.auth.get_current_datetime = lambda *args, **kwargs: moment
    else:
        botocore.auth.datetime = type("module", (), {"datetime": Frozen})
    credentials = botocore.credentials.Credentials(
        case["accessKeyId"], case["secretAccessKey"], case.get("sessionToken")
    )
    request = botocore.awsrequest.AWSRequest(
        method=case["method"],
        url=case["url"],
        headers=case["headers"],
        data=base64.b64decode(case["body"]),
    )
    kind = botocore.auth.S3SigV4Auth if case["service"] == "s3" else botocore.auth.SigV4Auth
    kind(credentials, case["service"], case["region"]).add_auth(request)
    return request.headers["Authorization"]


def by_crt(case):
    moment = datetime.datetime.strptime(case["time"], "%Y%m%dT%H%M%SZ").replace(tzinfo=datetime.timezone.utc)
    path = case["url"].split("/", 3)
    headers = awscrt.http.HttpHeaders([("host", path[2])] + list(case["headers"].items()))
    body = base64.b64decode(case["body"])
    request = awscrt.http.HttpRequest(case["method"], "/" + path[3], headers, io.BytesIO(body))
    is_s3 = case["service"] == "s3"
    kind = awscrt.auth.AwsSignedBodyHeaderType
    config = awscrt.auth.AwsSigningConfig(
        algorithm=awscrt.auth.AwsSigningAlgorithm.V4,
        signature_type=awscrt.auth.AwsSignatureType.HTTP_REQUEST_HEADERS,
        credentials_provider=awscrt.auth.AwsCredentialsProvider.new_static(
            case["accessKeyId"], case["secretAccessKey"], case.get("sessionToken")
        ),
        region=case["region"],
        service=case["service"],
        date=moment,
        use_double_uri_encode=not is_s3,
        should_normalize_uri_path=not is_s3,
        signed_body_header_type=kind.X_AMZ_CONTENT_SHA_256 if is_s3 else kind.NONE,
    )
    awscrt.auth.aws_sign_request(request, config).result(10)
    return request.headers.get("Authorization")


def by_query(case):
    """The presigned address of IoT: without the session token, which is appended last."""
    moment = datetime.datetime.strptime(case["time"], "%Y%m%dT%H%M%SZ")
    if hasattr(botocore.auth, "get_current_datetime"):
        botocore.auth.get_current_datetime = lambda *args, **kwargs: moment
    credentials = botocore.credentials.Credentials(case["accessKeyId"], case["secretAccessKey"])
    request = botocore.awsrequest.AWSRequest(method="GET", url=case["url"])
    botocore.auth.SigV4QueryAuth(credentials, case["service"], case["region"], expires=60).add_auth(request)
    return request.url


def frames(data):
    buffer = botocore.eventstream.EventStreamBuffer()
    buffer.add_data(base64.b64decode(data))
    return [
        {"headers": event.headers, "payload": base64.b64encode(event.payload).decode()} for event in buffer
    ]


given = json.load(sys.stdin)
json.dump(
    {
        "headers": [[by_botocore(case), by_crt(case)] for case in given["headers"]],
        "queries": [by_query(case) for case in given["queries"]],
        "frames": frames(given["frames"]),
    },
    sys.stdout,
)
