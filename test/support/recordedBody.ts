/** Takes the bodies of recorded and built requests apart: forms and multipart bodies. */

/** A media type without its parameters, in lower case. */
export const bareTypeOf = (contentType: string): string => (contentType.split(/[;,]/)[0] ?? '').trim().toLowerCase();

/** The pairs of an `application/x-www-form-urlencoded` text, decoded (WHATWG URL, section 5.1). */
export function formPairs(text: string): Array<[name: string, value: string]> {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
    });
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

export interface MultipartField {
  readonly name: string;
  /** Set for a file. */
  readonly filename?: string;
  readonly mediaType?: string;
  readonly content: Buffer;
}

/** The parts of a `multipart/form-data` body (RFC 7578); undefined if it is none. */
export function multipartFields(body: Uint8Array, contentType: string): MultipartField[] | undefined {
  const text = Buffer.from(body).toString('latin1');
  const declared = /boundary="?([^";,]+)"?/i.exec(contentType)?.[1];
  const boundary = declared ?? /^--([^\r\n]+)/.exec(text)?.[1];
  if (boundary === undefined) return undefined;
  const parts = `\r\n${text.replace(/^\r?\n/, '')}`.split(
    new RegExp(`\\r?\\n--${boundary.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}`),
  );
  return parts.slice(1, -1).flatMap((part) => {
    const [, head = '', content = ''] = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? [];
    const name = /name="([^"]*)"/i.exec(head)?.[1];
    const filename = /filename="([^"]*)"/i.exec(head)?.[1];
    const mediaType = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1];
    if (name === undefined) return [];
    const bytes = Buffer.from(content, 'latin1');
    return [{ name, ...(filename !== undefined && { filename }), ...(mediaType && { mediaType }), content: bytes }];
  });
}
