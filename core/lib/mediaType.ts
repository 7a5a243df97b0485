/** Functions on media types (RFC 9110 section 8.3, RFC 6838). Does not guess types from content. */

/** `Text/HTML; charset=utf-8` → `text/html`; '' stays ''. */
export const bareType = (text: string): string => {
  const end = text.indexOf(';');
  return (end < 0 ? text : text.slice(0, end)).trim().toLowerCase();
};

/** The charset parameter, in lower case and without quotes. */
export function charsetOf(text: string): string | undefined {
  if (!text.includes(';')) return undefined;
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(text)?.[1]?.toLowerCase();
}

/**
 * True for JSON and types with the suffix `+json`.
 * @param type without parameters, in lower case
 */
export const isJsonType = (type: string): boolean =>
  type === 'application/json' || type === 'text/json' || type.endsWith('+json');

const TEXT_TYPES = new Set([
  'application/xml',
  'application/xhtml+xml',
  'application/javascript',
  'application/ecmascript',
  'application/x-javascript',
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
  'application/json-seq',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/csv',
  'application/sql',
  'application/graphql',
  'application/x-www-form-urlencoded',
  'application/rtf',
  'application/x-sh',
  'application/pem-certificate-chain',
  'message/rfc822',
  'message/http',
]);

/** True for media types whose content is text. SVG is text, because it is XML and few models accept it as an image. */
export function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') ||
    isJsonType(type) ||
    type.endsWith('+xml') ||
    type.endsWith('+yaml') ||
    TEXT_TYPES.has(type)
  );
}

/**
 * True when a part with these declared types (a comma-separated list) is a file: the first type is neither text nor
 * multipart nor a wildcard for all types.
 */
export function isFileType(types: string | undefined): boolean {
  const type = types === undefined ? undefined : bareType(types.replace(/,.*$/s, ''));
  return type !== undefined && type !== '*/*' && !type.startsWith('multipart/') && !isTextType(type);
}

/**
 * The media type of a part or body: `wanted` if the declared types (comma-separated, possibly with wildcards) allow it or
 * are absent, else the first declared type without a wildcard; undefined if there is none.
 */
export function concreteType(declared: string | undefined, wanted?: string): string | undefined {
  const types = declared?.split(',').map((type) => type.trim()) ?? [];
  const safe = wanted && /^[\w.+-]+\/[\w.+-]+(?:\s*;[ \t\u0021-\u007e]*)?$/.test(wanted) ? wanted : undefined;
  if (safe && (types.length === 0 || types.some((type) => covers(bareType(type), bareType(safe))))) return safe;
  return types.find((type) => !type.includes('*'));
}

function covers(pattern: string, type: string): boolean {
  if (pattern === '*/*' || pattern === type) return true;
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1));
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/json': '.json',
  'application/xml': '.xml',
  'text/plain': '.txt',
  'text/csv': '.csv',
  'text/html': '.html',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'video/mp4': '.mp4',
};

/** File extension with its dot; `.bin` for a type that has no well-known one. */
export const extensionOf = (type: string): string => EXTENSIONS[bareType(type)] ?? '.bin';
