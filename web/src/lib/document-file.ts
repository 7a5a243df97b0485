/** An API description from a file or the clipboard, in the form that the API accepts. */
import { bytes } from './format.ts';

/** Maximum size of a request to the API; larger documents are imported by URL. */
const UPLOAD_LIMIT = 4 * 1024 * 1024;

export const DOCUMENT_TYPES = '.json,.yaml,.yml,.zip,.gz,application/json,application/yaml';

export interface UploadedDocument {
  /** Distinguishes two uploads. */
  readonly id: string;
  readonly name: string;
  /** Text, or base64 for an archive. */
  readonly content: string | { readonly base64: string };
}

/** Why a file cannot be sent, or undefined if it can. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (size === 0) return `${name} is empty.`;
  if (size > UPLOAD_LIMIT)
    return `${name} has ${bytes(size)}; the limit for uploads is ${bytes(UPLOAD_LIMIT)}. Import it by URL, or compress it (zip).`;
  return undefined;
}

export async function readDocument(file: File): Promise<UploadedDocument> {
  const id = `${file.name}:${file.size}:${file.lastModified}`;
  if (!/\.(zip|gz)$/i.test(file.name)) return { id, name: file.name, content: await file.text() };
  const binary = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < binary.length; at += 8192) text += String.fromCharCode(...binary.subarray(at, at + 8192));
  return { id, name: file.name, content: { base64: btoa(text) } };
}
