/** Host and path of a URL, unchanged. Does not use `URL`, which would rewrite some paths. */
export function targetOf(url: string): { readonly host: string; readonly path: string } {
  const [, host = '', path = '/'] = /^https:\/\/([^/?#]+)([/?][^#]*)?/i.exec(url) ?? [];
  return { host: host.toLowerCase().replace(/:443$/, ''), path: path.startsWith('?') ? `/${path}` : path };
}
