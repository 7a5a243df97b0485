/**
 * Brings one server to its declaration through `POST /v1/apply`: secrets are looked up and put in their places, and the request is sent
 * again until nothing is left. It is safe to do all of it twice, which CloudFormation does after a failed answer.
 */
import type { Applied, ApplyAnswer } from '../../core/api/apply.ts';
import { isReference, type Reference } from '../../core/api/references.ts';
import { PortcullisError } from '../../core/lib/errors.ts';
import { parsedJson } from '../../core/lib/json/parsed.ts';
import { isObject } from '../../core/lib/json/value.ts';

/** What a resource declares. */
export interface Declared {
  readonly group: string;
  readonly name: string;
  readonly declaration: Readonly<Record<string, unknown>>;
  /** The description in base64, if it is deployed with the stack. */
  readonly document?: string;
}

/** How it is done. */
export interface Way {
  /** Sends a request to `POST /v1/apply`. Rejects with PortcullisError for the API's errors. */
  send(body: object): Promise<unknown>;
  /** The text of a secret or parameter. Rejects with PortcullisError. */
  valueOf(reference: { readonly secretsManager?: string; readonly ssm?: string }): Promise<string>;
  /** Whether the time for the whole is over. */
  isLate(): boolean;
}

/**
 * Resolves with the server's id.
 * @throws PortcullisError of the API, of a secret that cannot be read, or `apply_unfinished`
 */
export async function brought({ group, name, declaration, document }: Declared, way: Way): Promise<string> {
  const server = (await withValues(declaration, way)) as { readonly source?: object };
  const source = document === undefined ? server.source : { ...server.source, document: { base64: document } };
  const declarations = { group, servers: { [name]: { ...server, ...(source && { source }) } } };
  // CloudFormation asks again only when something has changed, which may be the secret behind a reference.
  const [applied] = await repeated({ declarations, credentials: true }, way);
  if (applied?.id === undefined) throw new PortcullisError('internal', 'The management API named no server.');
  return applied.id;
}

/** Deletes the server. Others are kept, which an editor, who deletes none, may have put into its group. */
export async function removed({ group, name }: Pick<Declared, 'group' | 'name'>, way: Way): Promise<void> {
  const declarations = { group, servers: {} };
  const { servers } = (await way.send({ declarations, prune: {}, mode: 'plan' })) as ApplyAnswer;
  const keep = servers.map(({ key }) => key).filter((key) => key !== `${group}/${name}`);
  await repeated({ declarations, prune: { keep } }, way);
}

async function repeated(body: object, way: Way): Promise<readonly Applied[]> {
  let checked: string[] = [];
  let readings: Record<string, string> = {};
  for (;;) {
    const { servers } = (await way.send({ ...body, checked, readings })) as ApplyAnswer;
    const failed = servers.find(({ state }) => state === 'failed');
    if (failed) throw new PortcullisError(failed.error?.code ?? 'internal', `${failed.key}: ${failed.error?.message}`);
    if (!servers.some(({ state }) => state === 'left')) return servers;
    if (way.isLate())
      throw new PortcullisError(
        'apply_unfinished',
        'The time for this change is over. What was done stays; deploy again to go on.',
      );
    checked = servers.filter((one) => one.checked).map(({ key }) => key);
    readings = Object.fromEntries(
      servers.flatMap(({ key, reading }) => (reading === undefined ? [] : [[key, reading]])),
    );
  }
}

/** The value with each reference replaced by what it stands for. */
async function withValues(value: unknown, way: Way): Promise<unknown> {
  if (isReference(value)) return memberOf(value, await way.valueOf(value as { secretsManager?: string; ssm?: string }));
  if (Array.isArray(value)) return await Promise.all(value.map((each) => withValues(each, way)));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(async ([name, each]) => [name, await withValues(each, way)] as const);
  return Object.fromEntries(await Promise.all(members));
}

/** The member `key` of a secret that is a JSON object. Its text is in no message. */
function memberOf(reference: Reference, text: string): string {
  if (!('key' in reference) || reference.key === undefined) return text;
  const secret = parsedJson(text);
  const value = isObject(secret) ? secret[reference.key] : undefined;
  if (typeof value === 'string') return value;
  throw new PortcullisError('reference_unreadable', `The secret has no member ${reference.key} with a text.`);
}
