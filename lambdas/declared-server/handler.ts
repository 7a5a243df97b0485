/**
 * The provider of the custom resource PortcullisServer: CloudFormation invokes it, it brings the server to its declaration, and answers at
 * the address that CloudFormation gave (Custom resource request and response objects, CloudFormation user guide). An answer is sent
 * whatever happens, because CloudFormation would wait for an hour. No secret is in an answer or in the log.
 */

import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { requireEnvironment } from '../../aws/lib/environment.ts';
import { errorFields, logError } from '../../aws/lib/log.ts';
import { lambda, s3 } from '../../aws/services/clients.ts';
import { readParameter, readSecret } from '../../aws/services/secretStores.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { brought, type Declared, removed } from './bring.ts';
import { requestOf } from './request.ts';

interface CustomResourceEvent {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  readonly PhysicalResourceId?: string;
  readonly ResourceProperties: {
    readonly Group: string;
    readonly Name: string;
    /** JSON, because CloudFormation makes texts of numbers and booleans. */
    readonly Declaration: string;
    readonly Bucket?: string;
    readonly Key?: string;
  };
}

interface Context {
  getRemainingTimeInMillis(): number;
}

/** Left for the answer, and for a request that has begun, which takes half a minute at most. */
const ANSWER_MS = 45_000;

export async function handler(event: CustomResourceEvent, context: Context): Promise<void> {
  const { RequestType, StackId, RequestId, LogicalResourceId, ResourceProperties } = event;
  const key = `${ResourceProperties.Group}/${ResourceProperties.Name}`;
  const shared = { StackId, RequestId, LogicalResourceId, PhysicalResourceId: event.PhysicalResourceId ?? key };
  let result: object;
  try {
    const way = {
      send: (body: object) => invoked(body, event),
      isLate: () => context.getRemainingTimeInMillis() < ANSWER_MS,
      valueOf: textBehind,
    };
    const declared: Declared = {
      group: ResourceProperties.Group,
      name: ResourceProperties.Name,
      declaration: JSON.parse(ResourceProperties.Declaration) as Declared['declaration'],
      // What is deleted needs no description, which may be gone from the bucket.
      ...(ResourceProperties.Bucket && RequestType !== 'Delete' && { document: await documentOf(ResourceProperties) }),
    };
    if (RequestType === 'Delete') await removed(declared, way);
    const id = RequestType === 'Delete' ? undefined : await brought(declared, way);
    result = { ...shared, ...(id && { PhysicalResourceId: key, Data: { Id: id } }), Status: 'SUCCESS' };
  } catch (error) {
    const isKnown = error instanceof PortcullisError;
    if (!isKnown) logError('declared_server_failed', { error: errorFields(error) });
    const Reason = isKnown ? `${error.code}: ${error.message}` : `internal: ${(error as Error).name}`;
    result = { ...shared, Status: 'FAILED', Reason: Reason.slice(0, 1_000) };
  }
  await answer(event, result);
}

async function answer({ ResponseURL }: CustomResourceEvent, body: object): Promise<void> {
  // Signed for a request without a content type.
  const { ok, status } = await fetch(ResponseURL, {
    method: 'PUT',
    headers: { 'content-type': '' },
    body: JSON.stringify(body),
  });
  // Lambda then does the whole again.
  if (!ok) throw new Error(`The answer to CloudFormation was refused with ${status}.`);
}

/** The management function does the request, as for somebody with this role. */
async function invoked(body: object, { RequestType, StackId, RequestId }: CustomResourceEvent): Promise<unknown> {
  const { Payload } = await lambda().send(
    new InvokeCommand({
      FunctionName: requireEnvironment('FUNCTION_MANAGEMENT'),
      Payload: JSON.stringify(
        requestOf(body, { role: RequestType === 'Delete' ? 'admin' : 'editor', StackId, RequestId }),
      ),
    }),
  );
  const { statusCode, body: text = '{}' } = JSON.parse(Buffer.from(Payload ?? []).toString()) as {
    readonly statusCode?: number;
    readonly body?: string;
  };
  const parsed = JSON.parse(text) as { readonly code?: string; readonly detail?: string };
  if (statusCode === 200) return parsed;
  throw new PortcullisError(
    parsed.code ?? 'internal',
    parsed.detail ?? `The management API answered with ${statusCode}.`,
  );
}

async function textBehind(reference: { readonly secretsManager?: string; readonly ssm?: string }): Promise<string> {
  const { secretsManager, ssm = '' } = reference;
  const found = await (secretsManager === undefined ? readParameter(ssm) : readSecret(secretsManager));
  if ('value' in found) return found.value;
  throw new PortcullisError('reference_unreadable', `${secretsManager ?? ssm} ${found.fault}`);
}

async function documentOf({ Bucket, Key }: CustomResourceEvent['ResourceProperties']): Promise<string> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key }));
  return (await Body?.transformToString('base64')) ?? '';
}
