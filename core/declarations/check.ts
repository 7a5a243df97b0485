/**
 * Checks everything that can be known before anything is changed: that the plan is possible, that what it needs was sent, that requests are
 * in order, and that descriptions which would be imported can be.
 */
import type * as z from 'zod';
import type { Applied } from '../api/apply.ts';
import { credentialChange } from '../api/credentials.ts';
import type { StillReading } from '../api/reading.ts';
import { nameOf, referencesIn, resolved } from '../api/references.ts';
import { newServer, serverChange } from '../api/servers.ts';
import { newWebhook } from '../api/webhooks.ts';
import { InvalidInput, PortcullisError } from '../lib/errors.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import { checked } from '../lib/zod/faults.ts';
import type { Fault, Plan, Send, Step } from './step.ts';

/** The schema of a request that may have references; those of other requests would be data of tools. */
function schemaOf({ kind, method }: Step): z.ZodType | undefined {
  if (kind === 'create') return newServer;
  if (kind === 'change' && method === 'PATCH') return serverChange;
  if (kind === 'credential') return credentialChange;
  return kind === 'webhook' && method === 'POST' ? newWebhook : undefined;
}

interface SourceBody {
  readonly source?: {
    readonly kind: string;
    readonly url?: string;
    readonly document?: { readonly base64?: string };
    readonly root?: string;
  };
  readonly tags?: readonly string[] | null;
  readonly withoutRepairs?: readonly string[] | null;
}

/** The step with secrets that the sandbox reads for its calls named as credentials name them. */
export const withNamedSecrets = (step: Step): Step =>
  step.body && schemaOf(step) ? { ...step, body: resolved(step.body, () => undefined) as typeof step.body } : step;

/** What steps need and do not have; undefined when they have everything. */
export function needsOf(steps: readonly Step[]): Applied['needs'] {
  const bodies = steps.filter((step) => schemaOf(step) !== undefined).map(({ body }) => body as SourceBody);
  const found = bodies.flatMap((body) => referencesIn(body)).map(({ reference }) => reference);
  const references = found.filter((one, at) => found.findIndex((other) => isSameJson(one, other)) === at);
  const document = bodies.some(({ source }) => source?.document !== undefined && source.document.base64 === undefined);
  return references.length > 0 || document ? { references, document } : undefined;
}

/** How a plan is checked. */
export interface CheckContext {
  readonly send: Send;
  /** The description of the server that is being read. */
  readonly reading?: string | undefined;
  readonly hasTime: () => boolean;
}

/** Why a plan cannot be carried out; none when it can. With `reading` when that is not known yet. */
export async function planFaults({ steps, faults }: Plan, context: CheckContext): Promise<Checked> {
  const found: Fault[] = faults.map((message) => ({ code: 'declaration_refused', message }));
  const needs = needsOf(steps);
  found.push(
    ...(needs?.references ?? []).map((reference) => ({
      code: 'reference_unresolved',
      message: `has a reference (${nameOf(reference)}), which can be looked up by the sender alone; send its value in its place.`,
    })),
    ...(needs?.document
      ? [{ code: 'document_missing', message: 'has a description that the server does not have; send it (base64).' }]
      : []),
  );
  let reading: string | undefined;
  for (const step of steps) {
    try {
      const schema = schemaOf(step);
      if (!schema || needs) continue;
      checked(schema, step.body);
      reading ??= await descriptionRead(context, step.body as SourceBody);
    } catch (error) {
      if (error instanceof InvalidInput)
        found.push(
          ...error.faults.map(({ field, message }) => ({
            code: 'declaration_refused',
            message: `${step.says}: ${field} ${message}`,
          })),
        );
      else if (error instanceof PortcullisError)
        found.push({ code: error.code, message: `${step.says}: ${error.message}` });
      else throw error;
    }
  }
  return { faults: found, ...(reading !== undefined && { reading }) };
}

/** The result of a check. */
interface Checked {
  readonly faults: readonly Fault[];
  readonly reading?: string;
}

/**
 * Has the installation read a description, as an import does, and keep nothing of it.
 * @returns the name of the reading when the time is over before its end
 * @throws PortcullisError `description_refused`
 */
async function descriptionRead(
  { send, reading, hasTime }: CheckContext,
  { source, tags, withoutRepairs }: SourceBody,
): Promise<string | undefined> {
  if (source?.kind !== 'openapi') return undefined;
  const { url, document, root } = source;
  const choices = {
    ...(tags && { tags }),
    ...(withoutRepairs && { withoutRepairs }),
    ...(root !== undefined && { root }),
  };
  const preview = (body: object) => send<StillReading | object>('POST', '/v1/specs/preview', { ...body, ...choices });
  let answer = await preview(reading !== undefined ? { reading } : url === undefined ? { document } : { url });
  while (!('error' in answer) && 'reading' in answer.body) {
    if (!hasTime()) return answer.body.reading;
    answer = await preview({ reading: answer.body.reading });
  }
  if ('error' in answer)
    throw new PortcullisError('description_refused', `the description cannot be imported: ${answer.error.message}`);
  return undefined;
}
