/** The request of a trial as a curl command to run elsewhere. The service masks the credential; here a shell variable stands for it. */
import type { ToolTrial } from '../api/types.ts';
import { shellWord } from './shell-word.ts';

type Sent = NonNullable<ToolTrial['request']>;

/** What the service shows in place of a credential. */
const MASK = '••••';
/** Set by curl itself, from the body and the address. */
const OWN = /^(?:content-length|host|connection|accept-encoding)$/i;

/** Undefined when the body was cut or is no text: half of it would be another request. */
export function asCurl({ method, url, headers, body }: Sent, bodyLimit: number): string | undefined {
  if (body !== undefined && (body.length >= bodyLimit || /[\u0000\ufffd]/.test(body))) return undefined;
  const sent = headers.filter(([name = '']) => !OWN.test(name));
  return [
    `curl -X ${shellWord(method)} ${shellWord(url)}`,
    ...sent.map(([name = '', value = '']) => `-H ${headerWord(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
  ].join(' \\\n  ');
}

/** In double quotes, so that the shell puts the variable's value in. */
const headerWord = (header: string): string =>
  header.includes(MASK)
    ? `"${header.replace(/["\\$`]/g, '\\$&').replace(MASK, '$API_CREDENTIAL')}"`
    : shellWord(header);
