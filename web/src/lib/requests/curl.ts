/**
 * Reads curl commands as people and browsers' developer tools ("Copy as cURL") write them. shell-quote splits them into words as a POSIX
 * shell would; no variable is expanded and nothing is run. Options that do not affect the request are skipped.
 */
import { parse } from 'shell-quote';
import { type Data, type DataOption, dataOf, isDataOption } from './curl-data.ts';
import { hereDocumentOf, withoutHereDocuments } from './here-documents.ts';
import { type Named, type RecordedBody, type RecordedRequest, splitUrl, UnreadableRequest } from './recorded.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Short options with a value, in addition to those below (curl.se/docs/manpage.html). */
const WITH_VALUE = 'ACDEFHKPQTUXYbcdehmortuwxyz';
/** Long options without a value; all others have one. */
const FLAGS = new Set(
  `anyauth append basic cert-status compressed compressed-ssh create-dirs crlf digest disable fail fail-early fail-with-body
  false-start ftp-pasv get globoff haproxy-protocol head help http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only
  ignore-content-length include insecure ipv4 ipv6 junk-session-cookies list-only location location-trusted manual metalink
  negotiate netrc netrc-optional next no-alpn no-buffer no-clobber no-keepalive no-progress-meter no-sessionid ntlm parallel
  path-as-is post301 post302 post303 progress-bar proxy-insecure proxytunnel raw remote-header-name remote-name remote-name-all
  remove-on-error retry-all-errors retry-connrefused show-error show-headers silent ssl ssl-reqd sslv2 sslv3 styled-output
  suppress-connect-headers tcp-fastopen tcp-nodelay tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time
  use-ascii verbose version xattr`.split(/\s+/),
);
const LONG: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  ':': 'next',
  u: 'user',
  b: 'cookie',
  A: 'user-agent',
  e: 'referer',
  G: 'get',
  I: 'head',
  E: 'cert',
  T: 'upload-file',
};

/** Maximum characters; longer bodies come from files. */
const LENGTH = 50_000;

/** Every request of every command of the text. Throws UnreadableRequest. */
export function curlRequests(text: string): RecordedRequest[] {
  if (text.length > LENGTH)
    throw new UnreadableRequest(
      `Commands may have ${LENGTH} characters in total. Shorten the body: one value for each field is enough.`,
    );
  if (/(?:^|\s)curl(?:\.exe)?\s+\^?"?.*\^\s*$/m.test(text) && /\^"/.test(text)) {
    throw new UnreadableRequest('This is written for the Windows command line. Copy it as cURL (bash) instead.');
  }
  const { text: plain, documents } = withoutHereDocuments(text.replaceAll('\r\n', '\n'));
  const joined = plain.replace(/\\\n/g, ' ');
  const commands = joined.split(/^[ \t]*(?:\$[ \t]+)?curl(?=\s)/m).slice(1);
  if (commands.length === 0) throw new UnreadableRequest('This is neither a curl command nor a Postman or HAR file.');
  return commands.flatMap((command) => {
    const { words, hereString } = wordsOf(command);
    const [document] = words.flatMap((word) => documents[hereDocumentOf(word) ?? -1] ?? []);
    const stdin = document ?? hereString;
    const options = [...optionsOf(words.filter((word) => hereDocumentOf(word) === undefined))];
    return operationsOf(options).flatMap((operation) => requestsOf(operation, stdin));
  });
}

type Options = ReadonlyArray<readonly [option: string, value: string]>;

/** The options of each operation; `--next` begins another one. */
function operationsOf(options: Options): Options[] {
  const ends = options.flatMap(([option], at) => (option === 'next' ? [at] : []));
  return [-1, ...ends].map((start, index) => options.slice(start + 1, ends[index]));
}

/** The words of the command, and the text of `<<< text`. */
function wordsOf(command: string): { readonly words: string[]; readonly hereString?: string | undefined } {
  const words: string[] = [];
  let hereString: string | undefined;
  let entries: ReturnType<typeof parse>;
  try {
    entries = parse(command, (name) => `{${name}}`);
  } catch {
    throw new UnreadableRequest('The command cannot be read: a quotation mark or a brace is not closed.');
  }
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as (typeof entries)[number];
    if (typeof entry === 'string') words.push(entry);
    else if ('pattern' in entry) words.push(entry.pattern);
    // A redirection and its file. After other operators another command follows.
    else if ('op' in entry && /^[<>]/.test(entry.op)) {
      const next = entries[++at];
      if (entry.op === '<<<' && typeof next === 'string') hereString = next;
      // The 2 of `2> file`.
      if (/^\d$/.test(words.at(-1) ?? '')) words.pop();
    } else if (!('comment' in entry)) break;
  }
  return { words, hereString };
}

/** Pairs of [option, value] in order; the option is '' for a URL. */
function* optionsOf(words: readonly string[]): Generator<readonly [string, string]> {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word.startsWith('--') && word.length > 2) {
      const name = word.slice(2);
      yield [name, FLAGS.has(name) || name.startsWith('no-') ? '' : (words[++at] ?? '')];
    } else if (word.startsWith('-') && word.length > 1) {
      // Short options may be combined, and the last one's value may follow without a space: -sXPOST.
      for (let letter = 1; letter < word.length; letter++) {
        const option = word[letter] as string;
        const takes = WITH_VALUE.includes(option);
        const rest = word.slice(letter + 1);
        yield [LONG[option] ?? option, !takes ? '' : rest === '' ? (words[++at] ?? '') : rest];
        if (takes) break;
      }
    } else yield ['', word];
  }
}

/** A further word without an option may also be left of a line that lost its backslash. */
const looksLikeUrl = (word: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/|\{|localhost[:/]|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/?]|$))/i.test(word);

/** The requests of one operation: the same to each of its addresses. */
function requestsOf(options: Options, stdin: string | undefined): RecordedRequest[] {
  const headers: Named[] = [];
  const given: DataOption[] = [];
  const forms: Named[] = [];
  const credentials: string[] = [];
  const urls: string[] = [];
  let method = '';
  let isQuery = false;
  let upload: string | undefined;
  for (const [option, value] of options) {
    if (option === 'url' || (option === '' && (urls.length === 0 || looksLikeUrl(value)))) urls.push(value);
    else if (option === 'request') method = value.toUpperCase();
    else if (option === 'head') method ||= 'HEAD';
    else if (option === 'get') isQuery = true;
    else if (option === 'header') {
      const [, name = '', content = ''] = /^([^:;]+)[:;]\s*(.*)$/s.exec(value) ?? [];
      if (name !== '') headers.push({ name: name.trim(), value: content });
    } else if (option === 'cookie') headers.push({ name: 'Cookie', value });
    else if (option === 'user' || option === 'oauth2-bearer' || option === 'aws-sigv4' || option === 'cert')
      credentials.push(`--${option}`);
    else if (isDataOption(option)) given.push({ option, value });
    else if (option === 'upload-file') upload = value;
    else if (option === 'form' || option === 'form-string') {
      const [name = '', content = ''] = value.split(/=(.*)/s);
      forms.push({ name, value: content, isFile: option === 'form' && /^[@<]/.test(content) });
    }
  }
  if (urls.length === 0) throw new UnreadableRequest('The command has no URL.');
  const data = dataOf(given, stdin);
  const isJson = given.some(({ option }) => option === 'json');
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  const body = isQuery ? undefined : bodyOf({ data, forms, upload }, type ?? (isJson ? JSON_TYPE : ''));
  return urls.map((url) => {
    const address = splitUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(url) || url.startsWith('{') ? url : `http://${url}`);
    return {
      method: method || (upload !== undefined ? 'PUT' : body ? 'POST' : 'GET'),
      url: address.url,
      query: isQuery ? [...address.query, ...data.fields] : address.query,
      headers,
      ...(body && { body }),
      credentials,
      ...(data.notes.length > 0 && { notes: data.notes }),
    };
  });
}

interface Sent {
  readonly data: Data;
  readonly forms: readonly Named[];
  /** The file of --upload-file. */
  readonly upload: string | undefined;
}

function bodyOf({ data, forms, upload }: Sent, given: string): RecordedBody | undefined {
  if (forms.length > 0) return { contentType: 'multipart/form-data', fields: forms };
  if (upload !== undefined) return { contentType: given || 'application/octet-stream' };
  const { text, fields, isFromFile } = data;
  if (isFromFile) return { contentType: given || JSON_TYPE };
  if (text === '') return;
  // curl would send it as a form, but a person who forgot the header meant JSON.
  const contentType = given || (/^\s*[[{]/.test(text) ? JSON_TYPE : FORM_TYPE);
  return contentType.startsWith(FORM_TYPE) ? { contentType, fields } : { contentType, text };
}
