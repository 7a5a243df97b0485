/**
 * One client per AWS service and process, made on first use. Region, credentials and endpoints come from the environment
 * alone, so the same code talks to AWS and to the embedded twins. Marked pure, so that a bundle holds those it uses only.
 * An SDK client waits for ever by itself, for the head of an answer and for each piece of it: here each attempt has deadlines for both,
 * after which the SDK tries again (three times in all).
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IoTDataPlaneClient } from '@aws-sdk/client-iot-data-plane';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { requireEnvironment } from './environment.ts';

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Milliseconds for an attempt up to the head of its answer, and for each silence after it. */
const deadline = (ms: number) => ({
  requestHandler: { connectionTimeout: 2_000, requestTimeout: ms, socketTimeout: ms, throwOnRequestTimeout: true },
});
/** What answers in milliseconds: three attempts end before whoever asked a function of ours gives up. */
const PROMPT = deadline(5_000);
/** Bodies of some 25 MB. */
const BULKY = deadline(12_000);
/** Longer than any function of ours runs that is waited for; who can wait less gives a signal. */
const WHOLE_RUN = deadline(95_000);

/** DynamoDB with plain JavaScript values; attributes that are undefined are left out of a write. */
export const documents = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient(PROMPT), { marshallOptions: { removeUndefinedValues: true } }),
);

/** KMS: MAC keys, data keys of credentials, signatures of the audit archive. */
export const kms = /* @__PURE__ */ once(() => new KMSClient(PROMPT));
/** Path-style addressing: AWS accepts it, and it needs no wildcard name for buckets elsewhere. */
export const s3 = /* @__PURE__ */ once(() => new S3Client({ ...BULKY, forcePathStyle: true, maxAttempts: 2 }));

/** Lambda invocations that wait for the whole run of the function, so with a deadline of minutes. */
export const lambda = /* @__PURE__ */ once(() => new LambdaClient(WHOLE_RUN));

/** Step Functions: starts and describes executions of the deployment pipeline. */
export const stepFunctions = /* @__PURE__ */ once(() => new SFNClient(PROMPT));

/** IoT Core's data plane, to publish on the push channel. Throws when `IOT_ENDPOINT` is not set and no override is. */
export const iotData = /* @__PURE__ */ once(() => {
  const override = process.env['AWS_ENDPOINT_URL_IOT_DATA_PLANE'];
  return new IoTDataPlaneClient({
    ...PROMPT,
    ...(!override && { endpoint: `https://${requireEnvironment('IOT_ENDPOINT')}` }),
  });
});
