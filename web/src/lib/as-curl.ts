/** The request of a trial as a curl command. The service masks the credential; a shell variable takes its place. */
import type { ToolTrial } from '../api/types.ts';
import { shellWord } from './shell-word.ts';

type Sent = NonNullable<ToolTrial['request']>;

/** What the service shows in place of a credential. */
const MASK = '••••';
/** Headers that curl sets itself. */
const OWN = /^(?:content-length|host|connection|accept-encoding)$/i;

/** Undefined when the body was cut or is not text, because an incomplete body would be another request. */
export function asCurl({ method, url, headers, body }: Sent, bodyLimit: number): string | undefined {
  if (body !== undefined && (body.length >= bodyLimit || /[\u0000\ufffd]/.test(body))) return undefined;
  const sent = headers.filter(([name = '']) => !OWN.test(name));
  return [
    `curl -X ${shellWord(method)} ${shellWord(url)}`,
    ...sent.map(([name = '', value = '']) => `-H ${headerWord(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(' \\\n  ');
}

/** In double quotes, so that the shell expands the variable. */
const headerWord = (header: string): string =>
  header.includes(MASK)
    ? `"${header.replace(/["\\$`]/g, '\\$&').replace(MASK, '$API_CREDENTIAL')}"`
    : shellWord(header);
