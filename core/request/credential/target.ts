/** A URL taken apart as it goes on the wire. Not by `URL`, which would write some paths in another way. */
export function targetOf(url: string): { readonly host: string; readonly path: string } {
  const [, host = '', path = '/'] = /^https:\/\/([^/?#]+)([/?][^#]*)?/i.exec(url) ?? [];
  return { host: host.toLowerCase().replace(/:443$/, ''), path: path.startsWith('?') ? `/${path}` : path };
}
