/**
 * The work of key derivation that the key files of a request ask for, counted from their ASN.1 before any of it is done: iterations of
 * PBKDF2 and of PKCS #12 (RFC 8018, RFC 7292 appendix B), cost of scrypt (RFC 7914). It is a bound of the whole request, wherever in the
 * body the files are, because eleven credentials fit into one. Relies on node-forge's parser, which opens the files too, so that what is
 * counted is what would be done.
 */
import { Buffer } from 'node:buffer';
import forge from 'node-forge';
import { InvalidInput } from '../lib/errors.ts';

const { asn1, util } = forge;
type Node = forge.asn1.Asn1;

/**
 * Rounds of native PBKDF2 that a request may ask for, at most one second of a processor. OpenSSL writes 2,048, keytool 10,000, password
 * managers up to 600,000.
 */
const MAX_ROUNDS = 1_000_000;
/**
 * HMAC with SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512. What is left is slower, and its hashes may be shorter than a key, which doubles
 * the rounds: SHA3-224 takes eleven times as long as SHA-256.
 */
const QUICK_HASHES: ReadonlySet<string> = new Set([7, 8, 9, 10, 11].map((last) => `1.2.840.113549.2.${last}`));
const SLOW_ROUND = 12;

/** A round of node-forge's own derivation, twice for each: key and initialization vector. */
const FORGE_ROUND = 20;
/** Blocks of scrypt (N × r × p) that take as long as a round. */
const SCRYPT_BLOCKS = 2;
/** ASN.1 nodes that are searched; a file with more is refused. */
const MAX_NODES = 20_000;

const PBKDF2 = '1.2.840.113549.1.5.12';
const SCRYPT = '1.3.6.1.4.1.11591.4.11';
const ENCRYPTED = '-----BEGIN ENCRYPTED PRIVATE KEY';
const PEM_BLOCK = /-----BEGIN ENCRYPTED PRIVATE KEY-----([A-Za-z0-9+/=\s]*)/g;

/**
 * Checks a parsed body, at any depth: members named `pkcs12` (base64), and encrypted private keys in PEM form in any text.
 * @throws InvalidInput `key_derivation_too_slow`, naming the file at which the sum passes the bound
 */
export function checkKeyDerivations(body: unknown): void {
  let left = MAX_ROUNDS;
  const spend = (bytes: Buffer, at: string, isPem: boolean) => {
    const root = parsed(bytes.toString('latin1'));
    // PKCS #12 is opened by the same parser. OpenSSL opens PEM, and may read what this one does not.
    if (root === undefined && !isPem) return;
    if (root === undefined) throw refusal(at, 'credential_invalid', 'is no encrypted private key that can be read.');
    left -= roundsOf(root);
    if (left < 0) throw refusal(at, 'key_derivation_too_slow', TOO_SLOW);
  };
  const walk = (value: unknown, at: string) => {
    if (typeof value === 'string') {
      if (at.endsWith('/pkcs12')) spend(Buffer.from(value, 'base64'), at, false);
      for (const [, base64 = ''] of value.includes(ENCRYPTED) ? value.matchAll(PEM_BLOCK) : [])
        spend(Buffer.from(base64, 'base64'), at, true);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) walk(member, `${at}/${name}`);
    }
  };
  walk(body, '');
}

const TOO_SLOW = `asks for too much key derivation: all files of a request together may ask for ${MAX_ROUNDS} rounds. Write the file anew with fewer, such as the 2048 of openssl pkcs12 -iter, or give the key without a passphrase.`;

const refusal = (field: string, rule: string, message: string) => new InvalidInput([{ field, rule, message }], rule);

/** The parser does not check lengths strictly, as when it opens the file: it reads more files than a strict one. */
function parsed(bytes: string): Node | undefined {
  try {
    return asn1.fromDer(bytes, false);
  } catch {
    return undefined;
  }
}

/** Infinity for more than MAX_NODES nodes. */
function roundsOf(root: Node): number {
  const waiting: Array<{ node: Node; algorithm?: string }> = [{ node: root }];
  let rounds = 0;
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen++ > MAX_NODES) return Number.POSITIVE_INFINITY;
    const { value } = next.node;
    if (typeof value === 'string') continue;
    rounds += ownRounds(value, next.algorithm);
    value.forEach((node, index) => {
      const { type, value: name } = value[index - 1] ?? {};
      const isNamed = type === asn1.Type.OID && typeof name === 'string';
      waiting.push({ node, ...(isNamed && { algorithm: asn1.derToOid(name) }) });
      const packed = node.type === asn1.Type.OCTETSTRING ? parsed(octetsOf(node)) : undefined;
      if (packed !== undefined) waiting.push({ node: packed });
    });
  }
  return rounds;
}

/** Rounds that a sequence itself names: integers that follow a salt. `algorithm` is the identifier that stands before the sequence. */
function ownRounds(members: readonly Node[], algorithm?: string): number {
  if (algorithm === SCRYPT) {
    return members.filter(isInteger).reduce((product, each) => product * numberOf(each), 1 / SCRYPT_BLOCKS);
  }
  const counts = members.filter((node, index) => isInteger(node) && members[index - 1]?.type === asn1.Type.OCTETSTRING);
  const weight = algorithm === PBKDF2 ? (isQuickHash(members) ? 1 : SLOW_ROUND) : FORGE_ROUND;
  return counts.reduce((sum, each) => sum + numberOf(each), 0) * weight;
}

/** Whether PBKDF2 is with one of the usual functions: its parameters name it last, and SHA-1 where they do not (RFC 8018 appendix A.2). */
function isQuickHash(members: readonly Node[]): boolean {
  const { value } = members.at(-1) ?? {};
  const [named] = Array.isArray(value) ? (value as readonly Node[]) : [];
  if (named?.type !== asn1.Type.OID) return !Array.isArray(value);
  return typeof named.value === 'string' && QUICK_HASHES.has(asn1.derToOid(named.value));
}

const isInteger = (node: Node): boolean => node.type === asn1.Type.INTEGER && typeof node.value === 'string';

/** Infinity above 32 bits. */
function numberOf({ value }: Node): number {
  const bytes = value as string;
  return bytes.length > 5 ? Number.POSITIVE_INFINITY : Number(`0x${util.bytesToHex(bytes) || '0'}`);
}

/** The octets of a string, also of one that is made of parts (BER). */
function octetsOf({ value }: Node): string {
  if (typeof value === 'string') return value;
  return value.map((part) => (typeof part.value === 'string' ? part.value : '')).join('');
}
