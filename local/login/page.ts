/** The page of the embedded login, in the dashboard's style: three buttons and no password, because only this machine can reach it. */
const WHAT: Record<string, string> = {
  admin: 'Everything, including deleting servers and global settings',
  editor: 'Creates and changes servers, tools and tokens',
  viewer: 'Reads',
};

/** HTML of the page. `uid`: id of oidc-provider's interaction; `provider`: name of the owner's identity provider (letters, digits, hyphens). */
export const loginPage = (uid: string, roles: readonly string[], provider?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Portcullis</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --page: #f6f8f9; --card: #ffffff; --line: #dde3e8; --text: #16202a; --muted: #51606d; --accent: #0f766e; --soft: #eaf6f4; }
  @media (prefers-color-scheme: dark) { :root { --page: #0b1117; --card: #111921; --line: #263441; --text: #e6edf3; --muted: #9aa9b6; --accent: #2dd4bf; --soft: #0e2a2b; } }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text); }
  main { box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
  svg { width: 40px; height: 40px; display: block; margin: 0 0 1rem; }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
  p { margin: 0 0 1.5rem; color: var(--muted); }
  button { display: block; width: 100%; text-align: left; padding: .75rem 1rem; margin: 0 0 .75rem; font: inherit; border-radius: 10px; border: 1px solid var(--line); background: var(--card); color: inherit; cursor: pointer; }
  button:last-child { margin: 0; }
  button:hover, button:focus-visible { border-color: var(--accent); background: var(--soft); outline: 2px solid var(--accent); outline-offset: 1px; }
  b { display: block; text-transform: capitalize; }
  small { color: var(--muted); }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0f766e"/><path d="M8 24V13a8 8 0 0 1 16 0v11M12.5 24V8.2M19.5 24V8.2M16 24V6M8 14h16M8 19.5h16" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>
<h1>Sign in to Portcullis</h1>
<p>This stack runs on your machine. Choose a role.</p>
<form method="post" action="/interaction/${encodeURIComponent(uid)}">
${roles.map((role, index) => `<button name="role" value="${role}"${index === 0 ? ' autofocus' : ''}><b>${role}</b><small>${WHAT[role] ?? ''}</small></button>`).join('\n')}
${provider === undefined ? '' : `<button name="role" value="provider"><b>${provider}</b><small>Your company’s identity provider</small></button>`}
</form>
</main>
</body>
</html>
`;
