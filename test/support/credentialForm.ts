/** Fills in the form of a credential (web/src/components/credential-fields.tsx) as a person does, by its labels. */
import type { Locator } from 'playwright-core';
import type { Grant } from '../../core/model/credentialKinds/grants.ts';
import type { SingleAuthType } from '../../core/model/credentialKinds/index.ts';
import { AUTH_TYPES } from '../../web/src/lib/auth-types.ts';
import { choicesOf, formField } from '../../web/src/lib/credential-form.ts';
import { defined } from './defined.ts';
import type { Auth } from './planted.ts';

/** The label of a member's field, by the definition of its kind; where it may be left blank, the label says so. */
function labelled(type: SingleAuthType, member: string, grant: unknown): RegExp {
  const { label } = defined(formField(type, member, grant as Grant));
  return new RegExp(`^${label}(?: optional)?$`);
}

const labelOf = (offered: ReadonlyArray<{ readonly value: string; readonly label: string }>, value: unknown): string =>
  defined(offered.find((each) => each.value === value)).label;

/** Chooses in the list whose button has this name, which includes what is chosen. */
async function choose(form: Locator, name: RegExp, option: string): Promise<void> {
  const button = form.getByRole('button', { name }).first();
  if ((await button.textContent())?.startsWith(option)) return;
  await button.click();
  await form
    .page()
    .getByRole('option', { name: new RegExp(`^${option.replace(/[()]/g, '\\$&')}`) })
    .first()
    .click();
}

async function fillKeys(
  form: Locator,
  keys: ReadonlyArray<{ in: string; name: string; value: string }>,
): Promise<void> {
  const names = form.getByRole('textbox', { name: 'Name of the key' });
  while ((await names.count()) < keys.length) await form.getByRole('button', { name: 'Add a key' }).click();
  while ((await names.count()) > keys.length)
    await form
      .getByRole('button', { name: /^Remove key/ })
      .last()
      .click();
  for (const [at, key] of keys.entries()) {
    const name = keys.length > 1 ? `API key ${at + 1}` : 'API key';
    await choose(
      form.getByRole('group', { name, exact: true }),
      /sent in/i,
      key.in.replace(/^./, (letter) => letter.toUpperCase()),
    );
    await names.nth(at).fill(key.name);
    await form.getByLabel('Key', { exact: true }).nth(at).fill(key.value);
  }
}

async function fillSingle(form: Locator, { type: kind, keys, ...members }: Auth): Promise<void> {
  const type = kind as SingleAuthType;
  if (type === 'apiKeys') return fillKeys(form, keys as Parameters<typeof fillKeys>[1]);
  const { grant, clientAuthentication, personClaim, ...texts } = members;
  if (grant !== undefined) await choose(form, /^Grant/, labelOf(choicesOf('oauth2', 'grant'), grant));
  if (grant !== undefined && grant !== 'jwtBearer' && grant !== 'githubApp') {
    const way = labelOf(choicesOf('oauth2', 'clientAuthentication'), clientAuthentication ?? 'basic');
    await choose(form, /^Send client ID and secret/, way);
  }
  if (grant === 'jwtBearer' || grant === 'tokenExchange') {
    const claim = labelOf(choicesOf('oauth2', 'personClaim'), personClaim ?? 'none');
    await choose(form, /^Each person under their own name/, claim);
  }
  for (const [member, value] of Object.entries(texts)) {
    await form.getByLabel(labelled(type, member, grant)).fill(String(value));
  }
}

/** Chooses the type, and fills in what the credential has. */
export async function fillCredential(form: Locator, auth: Auth): Promise<void> {
  await choose(form, /^Type/, labelOf(AUTH_TYPES, auth.type));
  if (auth.type !== 'combined') return fillSingle(form, auth);
  for (const [at, part] of (auth['parts'] as Auth[]).entries()) {
    const group = form.getByRole('group', { name: `Credential ${at + 1}`, exact: true });
    if ((await group.count()) === 0) await form.getByRole('button', { name: 'Add a credential' }).click();
    await choose(group, new RegExp(`credential ${at + 1}`, 'i'), labelOf(AUTH_TYPES, part.type));
    await fillSingle(group, part);
  }
}
