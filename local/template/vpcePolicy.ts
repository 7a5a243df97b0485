/** Resource policies of private APIs and their names: everybody may invoke by some VPC endpoints, and nobody in another way. */
import { unsupported } from './strict.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string;
  readonly Principal: unknown;
  readonly Resource: string;
  readonly Condition?: { readonly StringNotEquals?: Readonly<Record<string, string | readonly string[]>> };
}

const isForAll = ({ Action, Principal, Resource }: Statement): boolean =>
  Action === 'execute-api:Invoke' &&
  JSON.stringify(Principal) === JSON.stringify({ AWS: '*' }) &&
  Resource === 'execute-api:/*';

/** Whether requests by this endpoint are let in. Throws PortcullisError `template_unsupported` for a policy of another form. */
export function allowsEndpoint(where: string, policy: unknown, endpoint: string | undefined): boolean {
  const { Statement: statements = [] } = (policy ?? {}) as { readonly Statement?: readonly Statement[] };
  const [allow, deny, ...more] = statements.toSorted((a, b) => (a.Effect < b.Effect ? -1 : 1));
  const endpoints = deny?.Condition?.StringNotEquals?.['aws:SourceVpce'];
  if (
    more.length > 0 ||
    allow?.Effect !== 'Allow' ||
    allow.Condition !== undefined ||
    deny?.Effect !== 'Deny' ||
    endpoints === undefined ||
    !isForAll(allow) ||
    !isForAll(deny)
  )
    throw unsupported(`The local stack knows policies of private APIs that name VPC endpoints only, not ${where}.`);
  return endpoint !== undefined && [endpoints].flat().includes(endpoint);
}
