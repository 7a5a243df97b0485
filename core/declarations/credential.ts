/**
 * Whether a declared credential has to be sent. The API tells of a stored one only its public part, so a changed secret is not seen: a
 * credential is sent where there is none, where its kind or a public member differs, or where somebody asks for it.
 */
import { isReference } from '../api/references.ts';
import type { ServerView } from '../api/serverViews.ts';
import { isSameJson } from '../lib/json/canonical.ts';
import { CREDENTIAL_KINDS, type SingleAuthType } from '../model/credentialKinds/index.ts';

type Members = Readonly<Record<string, unknown>>;
/** A credential in a declaration. */
export type DeclaredAuth = { readonly type: string } & Members;

/** Whether it differs from what is known of the stored one. Members that it does not have, and those given by reference, are not compared. */
export function differs(declared: DeclaredAuth, stored: ServerView['auth']): boolean {
  if (declared.type !== stored.type) return true;
  if (declared.type === 'none') return false;
  if (stored.missing) return true;
  if (declared.type !== 'combined') return shapeDiffers(declared, stored as unknown as Members);
  const parts = declared['parts'] as readonly DeclaredAuth[];
  const known = stored.parts ?? [];
  return (
    parts.length !== known.length ||
    parts.some((part) => {
      const same = known.find(({ type }) => type === part.type);
      return same === undefined || shapeDiffers(part, same as unknown as Members);
    })
  );
}

function shapeDiffers(declared: DeclaredAuth, stored: Members): boolean {
  const { shape = {} } = CREDENTIAL_KINDS[declared.type as SingleAuthType];
  return Object.entries(shape).some(([name, field]) => {
    const wanted = declared[field.from ?? name];
    if (wanted === undefined || isReference(wanted)) return false;
    if (field.type !== 'list') return !isSameJson(wanted, stored[name]);
    const members = Object.keys(field.of);
    const shown = (wanted as readonly Members[]).map((item) =>
      Object.fromEntries(
        members.filter((member) => !isReference(item[member])).map((member) => [member, item[member]]),
      ),
    );
    return !(shown.length === 0 && field.isLeftOutEmpty) && !isSameJson(shown, stored[name]);
  });
}
