/**
 * Reads a credential, or headers that may be sealed, from a file or from standard input, in the form of the API. There is no option for a secret itself, because
 * shells and process lists keep command lines. Messages never contain what was read.
 */
import { createReadStream } from 'node:fs';
import { UsageError } from './errors.ts';
import { pathFrom, unreadBecause } from './options.ts';

/** The API takes 12 KB at most, before a PKCS #12 file is unpacked. */
const MAX_BYTES = 64 * 1024;

/**
 * The JSON object in a file, or on standard input for `-`. Its members are checked by the API.
 * @param input standard input
 * @throws UsageError
 */
export async function credentialFrom(file: string, input: NodeJS.ReadableStream = process.stdin): Promise<object> {
  const { name, value } = await jsonOf('--credential', file, input);
  if (typeof value !== 'object' || value === null || !('type' in value)) {
    throw new UsageError(`${name} has no object with a type, such as {"type": "bearer", "token": "…"}.`);
  }
  return value;
}

/**
 * The JSON list of headers in a file, or on standard input for `-`. Its members are checked by the API.
 * @throws UsageError
 */
export async function headersFrom(file: string, input: NodeJS.ReadableStream = process.stdin): Promise<unknown[]> {
  const { name, value } = await jsonOf('--headers', file, input);
  if (!Array.isArray(value)) throw new UsageError(`${name} has no list, such as [{"name": "X-Tenant", "value": "7"}].`);
  return value;
}

async function jsonOf(
  option: string,
  file: string,
  input: NodeJS.ReadableStream,
): Promise<{ name: string; value: unknown }> {
  const isInput = file === '-';
  const name = isInput ? `${option} -: standard input` : `${option} ${file}:`;
  const text = await textOf(isInput ? input : createReadStream(pathFrom(file)), name);
  try {
    return { name, value: JSON.parse(text) };
  } catch {
    // Without the reason of JSON.parse, which quotes the text.
    throw new UsageError(`${name} is not JSON.`);
  }
}

async function textOf(stream: NodeJS.ReadableStream, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      length += bytes.length;
      if (length > MAX_BYTES) throw new UsageError(`${name} is longer than ${MAX_BYTES} bytes, which is too much.`);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name} ${unreadBecause(error)}.`);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
