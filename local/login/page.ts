/** The page of the embedded login: three buttons, no password, because only this machine can reach it. */
const WHAT: Record<string, string> = {
  admin: 'Everything, including deleting servers and global settings',
  editor: 'Makes and changes servers, tools and tokens',
  viewer: 'Reads',
};

export const loginPage = (uid: string, roles: readonly string[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Portcullis</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
  main { width: min(24rem, calc(100vw - 2rem)); }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
  p { margin: 0 0 1.5rem; opacity: .75; }
  button { display: block; width: 100%; text-align: left; padding: .75rem 1rem; margin: 0 0 .75rem; font: inherit; border-radius: .5rem; border: 1px solid color-mix(in srgb, CanvasText 30%, Canvas); background: color-mix(in srgb, CanvasText 5%, Canvas); color: inherit; cursor: pointer; }
  button:hover, button:focus-visible { border-color: #0972d3; outline: 2px solid #0972d3; outline-offset: 1px; }
  b { display: block; text-transform: capitalize; }
  small { opacity: .75; }
</style>
</head>
<body>
<main>
<h1>Sign in to Portcullis</h1>
<p>This stack runs on your machine. Choose a role.</p>
<form method="post" action="/interaction/${encodeURIComponent(uid)}">
${roles.map((role, index) => `<button name="role" value="${role}"${index === 0 ? ' autofocus' : ''}><b>${role}</b><small>${WHAT[role] ?? ''}</small></button>`).join('\n')}
</form>
</main>
</body>
</html>
`;
