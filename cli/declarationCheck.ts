/**
 * Checks everything that can be known before anything is changed: that the plan is possible, that its references have values, that requests
 * are in order, and that descriptions which would be imported can be.
 */
import type * as z from 'zod';
import { credentialChange } from '../core/api/credentials.ts';
import type { StillReading } from '../core/api/reading.ts';
import { newServer, serverChange } from '../core/api/servers.ts';
import type { Declaration } from '../core/declarations/read.ts';
import { resolved } from '../core/declarations/reference.ts';
import type { Plan, Step, StepKind } from '../core/declarations/step.ts';
import { InvalidInput } from '../core/lib/errors.ts';
import { checked } from '../core/lib/zod/faults.ts';
import type { References } from './declarationFiles.ts';
import { CliError } from './errors.ts';
import type { ApiRequest } from './stack.ts';

/** The schemas of the requests that may have references. */
const SCHEMAS: { readonly [Kind in StepKind]?: z.ZodType } = {
  create: newServer,
  change: serverChange,
  credential: credentialChange,
};

/**
 * The body of a step as it is sent. References of other requests would be data of tools.
 * @throws CliError `reference_missing` when a reference has no value
 */
export async function sentBody(
  step: Step,
  declaration: Declaration,
  references: References,
): Promise<object | undefined> {
  if (!step.body || !SCHEMAS[step.kind]) return step.body;
  const missing = await references.load(declaration, step.body);
  if (missing.length > 0) throw new CliError('reference_missing', `${step.says}: ${missing.join('; ')}`);
  return resolved(step.body, references.look(declaration)) as object;
}

/** Why a plan cannot be carried out; none when it can. */
export async function planFaults(
  declaration: Declaration,
  { steps, faults }: Plan,
  { request, references }: { readonly request: ApiRequest; readonly references: References },
): Promise<string[]> {
  const found = [...faults];
  for (const step of steps) {
    const schema = SCHEMAS[step.kind];
    if (!schema || !step.body) continue;
    try {
      const body = await sentBody(step, declaration, references);
      checked(schema, body);
      const fault = await documentFault(request, body as SourceBody);
      if (fault !== undefined) found.push(`${step.says}: ${fault}`);
    } catch (error) {
      if (error instanceof CliError) found.push(error.message);
      else if (error instanceof InvalidInput)
        found.push(...error.faults.map(({ field, message }) => `${step.says}: ${field} ${message}`));
      else throw error;
    }
  }
  return found;
}

interface SourceBody {
  readonly source?: {
    readonly kind: string;
    readonly url?: string;
    readonly document?: object;
    readonly root?: string;
  };
  readonly tags?: readonly string[] | null;
  readonly withoutRepairs?: readonly string[] | null;
}

/** Has the installation read a description, as an import does, and keep nothing of it. */
async function documentFault(
  request: ApiRequest,
  { source, tags, withoutRepairs }: SourceBody,
): Promise<string | undefined> {
  if (source?.kind !== 'openapi') return undefined;
  const { url, document, root } = source;
  const choices = {
    ...(tags && { tags }),
    ...(withoutRepairs && { withoutRepairs }),
    ...(root !== undefined && { root }),
  };
  const preview = (body: object) =>
    request<StillReading | object>('POST', '/v1/specs/preview', { ...body, ...choices });
  let answer = await preview(url === undefined ? { document } : { url });
  while (!('error' in answer) && 'reading' in answer.body) answer = await preview({ reading: answer.body.reading });
  return 'error' in answer ? `the description cannot be imported: ${answer.error.message}` : undefined;
}
