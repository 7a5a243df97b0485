/**
 * One client per AWS service and process, made on first use. Region, credentials and endpoints come from the environment
 * alone, so the same code talks to AWS and to the embedded twins. Marked pure, so that a bundle holds those it uses only.
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

export const documents = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient({}), { marshallOptions: { removeUndefinedValues: true } }),
);
export const kms = /* @__PURE__ */ once(() => new KMSClient({}));
/** Path-style addressing: AWS accepts it, and it needs no wildcard name for buckets elsewhere. */
export const s3 = /* @__PURE__ */ once(() => new S3Client({ forcePathStyle: true }));
export const lambda = /* @__PURE__ */ once(() => new LambdaClient({}));
export const stepFunctions = /* @__PURE__ */ once(() => new SFNClient({}));
export const iotData = /* @__PURE__ */ once(() => {
  const override = process.env['AWS_ENDPOINT_URL_IOT_DATA_PLANE'];
  return new IoTDataPlaneClient(override ? {} : { endpoint: `https://${requireEnvironment('IOT_ENDPOINT')}` });
});
