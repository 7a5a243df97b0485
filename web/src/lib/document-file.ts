/** An API description from a file or the clipboard, in the form that the API accepts. */
import { LIMITS } from '../../../core/lib/limits.ts';
import { bytes } from './format.ts';

/** Maximum size of an upload, compressed if need be: as base64 it is below what a request may have. */
const UPLOAD_LIMIT = 4 * 1024 * 1024;

export const DOCUMENT_TYPES = '.json,.yaml,.yml,.zip,.gz,application/json,application/yaml';

export interface UploadedDocument {
  /** Distinguishes two uploads. */
  readonly id: string;
  readonly name: string;
  /** Text, or base64 for an archive. */
  readonly content: string | { readonly base64: string };
}

/** The document in a file, compressed when it would be too large for a request; or why it cannot be sent. */
export async function documentIn(file: File): Promise<UploadedDocument | string> {
  const { name, size } = file;
  if (size === 0) return `${name} is empty.`;
  const isPacked = /\.(zip|gz)$/i.test(name);
  const limit = isPacked ? UPLOAD_LIMIT : LIMITS.document.bytes;
  if (size > limit) return `${name} has ${bytes(size)}; the limit is ${bytes(limit)}. Take a part of the document.`;
  const id = `${name}:${size}:${file.lastModified}`;
  if (!isPacked && size <= UPLOAD_LIMIT) return { id, name, content: await file.text() };
  const packed = isPacked ? file : file.stream().pipeThrough(new CompressionStream('gzip'));
  const binary = new Uint8Array(await new Response(packed).arrayBuffer());
  if (binary.length > UPLOAD_LIMIT) {
    return `${name} has ${bytes(binary.length)} compressed; the limit for uploads is ${bytes(UPLOAD_LIMIT)}. Import it by URL.`;
  }
  let text = '';
  for (let at = 0; at < binary.length; at += 8192) text += String.fromCharCode(...binary.subarray(at, at + 8192));
  return { id, name, content: { base64: btoa(text) } };
}
