/**
 * One client per AWS service and process, created on first use. Region, credentials and endpoints come from the environment only, so the
 * same code talks to AWS and to the local twins. Each client is marked pure, so that a bundle contains only those it uses. By default an
 * SDK client waits without limit for the head of a response and for each further piece; here every attempt has a deadline for both, then
 * the SDK tries again (three attempts in all).
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Milliseconds for the head of the response, and for each pause while it streams. */
const deadline = (ms: number) => ({
  requestHandler: { connectionTimeout: 2_000, requestTimeout: ms, socketTimeout: ms, throwOnRequestTimeout: true },
});
/** For services that answer in milliseconds: three attempts end before the caller of our function gives up. */
const PROMPT = deadline(5_000);
/** For bodies of some 25 MB, gzipped. */
const BULKY = deadline(12_000);
/** Longer than any of our functions runs that is invoked synchronously; callers with less time pass a signal. */
const WHOLE_RUN = deadline(95_000);

/** DynamoDB with plain JavaScript values; attributes that are undefined are left out of a write. */
export const documents = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient(PROMPT), { marshallOptions: { removeUndefinedValues: true } }),
);

/** KMS: MAC keys, data keys of credentials, signatures of the audit archive. */
export const kms = /* @__PURE__ */ once(() => new KMSClient(PROMPT));
/** Path-style addressing: AWS accepts it, and locally no wildcard host name is needed. */
export const s3 = /* @__PURE__ */ once(() => new S3Client({ ...BULKY, forcePathStyle: true, maxAttempts: 2 }));

/** Synchronous Lambda invocations, which take as long as the function runs. */
export const lambda = /* @__PURE__ */ once(() => new LambdaClient(WHOLE_RUN));

/** Step Functions: starts and describes executions of the deployment pipeline. */
export const stepFunctions = /* @__PURE__ */ once(() => new SFNClient(PROMPT));
