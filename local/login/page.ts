/**
 * The pages of the embedded login, in the dashboard's style: three buttons without a password, because only this machine can reach it, the
 * form for people who were invited, and the outbox.
 */
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../../core/lib/entities.ts';
import type { Mail } from './accounts.ts';

const WHAT: Record<string, string> = {
  admin: 'Everything, including deleting servers and global settings',
  editor: 'Creates and changes servers, tools and tokens',
  viewer: 'Reads',
};

/**
 * Sends a page, with a policy under which nothing in it can run or be loaded.
 * @param hasForms whether its forms may be sent
 */
export function sendPage(response: ServerResponse, html: string, { hasForms = true } = {}): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'${hasForms ? '' : "; form-action 'none'"}`,
  });
  response.end(html);
}

const frame = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --page: #f6f8f9; --card: #ffffff; --line: #dde3e8; --text: #16202a; --muted: #51606d; --accent: #0f766e; --soft: #eaf6f4; --bad: #b42318; }
  @media (prefers-color-scheme: dark) { :root { --page: #0b1117; --card: #111921; --line: #263441; --text: #e6edf3; --muted: #9aa9b6; --accent: #2dd4bf; --soft: #0e2a2b; --bad: #ff8f85; } }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text); }
  main { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); margin: 1rem 0; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
  svg { width: 40px; height: 40px; display: block; margin: 0 0 1rem; }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
  h2 { font-size: 1rem; margin: 1.5rem 0 .75rem; }
  p { margin: 0 0 1.5rem; color: var(--muted); }
  button { display: block; width: 100%; text-align: left; padding: .75rem 1rem; margin: 0 0 .75rem; font: inherit; border-radius: 10px; border: 1px solid var(--line); background: var(--card); color: inherit; cursor: pointer; }
  button:last-child { margin: 0; }
  button:not([name], .plain) { text-align: center; font-weight: 600; border-color: var(--accent); background: var(--accent); color: var(--card); }
  button.plain { text-align: center; font-weight: 600; border-color: var(--accent); color: var(--accent); }
  button:hover, button:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: 1px; }
  button:not(.plain):is([name]):hover, button.plain:hover { background: var(--soft); }
  b { display: block; text-transform: capitalize; }
  small { color: var(--muted); }
  label { display: block; margin: 0 0 .75rem; font-size: .9rem; }
  input { box-sizing: border-box; width: 100%; margin: .25rem 0 0; padding: .6rem .75rem; font: inherit; border-radius: 10px; border: 1px solid var(--muted); background: var(--page); color: inherit; }
  input:focus-visible { border-color: var(--accent); outline: 2px solid var(--accent); outline-offset: 1px; }
  .bad { color: var(--bad); }
  article { border-top: 1px solid var(--line); padding: 1rem 0 0; margin: 1rem 0 0; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0f766e"/><path d="M8 24V13a8 8 0 0 1 16 0v11M12.5 24V8.2M19.5 24V8.2M16 24V6M8 14h16M8 19.5h16" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>
${content}
</main>
</body>
</html>
`;

const actionOf = (uid: string): string => `/interaction/${encodeURIComponent(uid)}`;
const wrong = (message: string | undefined): string =>
  message === undefined ? '' : `<p class="bad" role="alert">${escapeHtml(message)}</p>`;

/**
 * The page on which a login begins.
 * @param uid id of oidc-provider's interaction
 * @param provider name of the owner's identity provider (letters, digits, hyphens)
 * @param told what was wrong with a password, and the address to keep in the form
 */
export const loginPage = (
  uid: string,
  roles: readonly string[],
  provider?: string,
  told?: { readonly email: string; readonly message: string },
): string =>
  frame(
    'Sign in to Portcullis',
    `<h1>Sign in to Portcullis</h1>
<p>This stack runs on your machine. Choose a role.</p>
<form method="post" action="${actionOf(uid)}">
${roles.map((role) => `<button name="role" value="${role}"><b>${role}</b><small>${WHAT[role] ?? ''}</small></button>`).join('\n')}
${provider === undefined ? '' : `<button name="role" value="provider"><b>${provider}</b><small>Your company’s identity provider</small></button>`}
</form>
<h2>Or as somebody who was invited</h2>
${wrong(told?.message)}
<form method="post" action="${actionOf(uid)}">
<label>E-mail<input name="email" type="email" autocomplete="username" required maxlength="200" value="${escapeHtml(told?.email ?? '')}"></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="200"${told ? ' autofocus' : ''}></label>
<button class="plain">Sign in</button>
</form>`,
  );

/** The page on which somebody with a temporary password chooses one of their own. `handle`: of this step. */
export const newPasswordPage = (uid: string, handle: string, message?: string): string =>
  frame(
    'Choose a password',
    `<h1>Choose a password</h1>
<p>The temporary password is good for this once.</p>
${wrong(message)}
<form method="post" action="${actionOf(uid)}">
<input type="hidden" name="handle" value="${handle}">
<label>New password<input name="new" type="password" autocomplete="new-password" required maxlength="200" autofocus></label>
<label>The same again<input name="again" type="password" autocomplete="new-password" required maxlength="200"></label>
<button>Set the password and sign in</button>
</form>`,
  );

/**
 * The mails that Cognito would send, newest first. Their bodies are HTML of the deployment's own template; send the page without forms.
 */
export const outboxPage = (mails: readonly Mail[]): string =>
  frame(
    'Outbox',
    `<h1>Outbox</h1>
<p>Mails are not sent from this machine. Those that wait for a first login are here.</p>
${mails.length === 0 ? '<p>There is none.</p>' : ''}
${[...mails]
  .sort((one, other) => other.at - one.at)
  .map(
    ({ to, at, subject, body }) => `<article>
<b style="text-transform:none">${escapeHtml(subject)}</b>
<small>To ${escapeHtml(to)}, <time>${new Date(at).toISOString().slice(0, 19)}Z</time></small>
<div>${body}</div>
</article>`,
  )
  .join('\n')}`,
  );
