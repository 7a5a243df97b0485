/** Fills in the form of a credential (web/src/components/credential-fields.tsx) as a person does, by its labels. */
import type { Locator } from 'playwright-core';
import { AUTH_TYPES } from '../../web/src/lib/auth-types.ts';
import { CLIENT_AUTHENTICATIONS, GRANTS } from '../../web/src/lib/oauth-grants.ts';
import { defined } from './defined.ts';
import type { Auth } from './planted.ts';

/** The labels of fields with one text, by the member of the credential; optional ones say so. */
const LABELS: Readonly<Record<string, RegExp>> = {
  token: /^Token$/,
  username: /^User name$/,
  password: /^Password$/,
  name: /^Header name$/,
  value: /^Value$/,
  accessKeyId: /^Access key ID$/,
  secretAccessKey: /^Secret access key$/,
  sessionToken: /^Session token/,
  region: /^Region$/,
  service: /^Service$/,
  certificate: /^Certificate$/,
  tokenUrl: /^Token URL$/,
  authorizationUrl: /^Authorization URL$/,
  clientId: /^Client ID(?: optional)?$/,
  clientSecret: /^Client secret/,
  refreshToken: /^OAuth refresh token$/,
  issuer: /^(?:Issuer|Client ID of the App)$/,
};

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

async function fillSingle(form: Locator, { type, keys, ...members }: Auth): Promise<void> {
  if (type === 'apiKeys') return fillKeys(form, keys as Parameters<typeof fillKeys>[1]);
  const { grant, clientAuthentication, privateKey, ...texts } = members;
  if (grant !== undefined) await choose(form, /^Grant/, labelOf(GRANTS, grant));
  if (grant !== undefined && grant !== 'jwtBearer' && grant !== 'githubApp') {
    const way = labelOf(CLIENT_AUTHENTICATIONS, clientAuthentication ?? 'basic');
    await choose(form, /^Client ID and secret/, way);
  }
  if (privateKey !== undefined) {
    const label = type === 'mutualTLS' ? 'Key of the certificate' : 'Private key';
    await form.getByLabel(label, { exact: true }).fill(String(privateKey));
  }
  for (const [member, value] of Object.entries(texts)) {
    await form.getByLabel(defined(LABELS[member])).fill(String(value));
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
