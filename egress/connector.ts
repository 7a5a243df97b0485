/**
 * Opens TLS connections for the egress client; no other code does. The name is resolved once, and all its addresses must
 * be public; one private address refuses the connection (DNS rebinding). For a host of the owner's network all of them must lie in its
 * configured blocks instead. The socket connects to the checked addresses, so
 * there is no second look-up that could give other ones. The certificate is verified against Node's built-in root list:
 * NODE_EXTRA_CA_CERTS and NODE_TLS_REJECT_UNAUTHORIZED have no effect here.
 */
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { connect, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { refusalOf, refusalOfPrivate } from '../core/lib/url/publicAddress.ts';
import { EgressError } from './errors.ts';
import { isIntact } from './intact.ts';
import type { AnswerLedger } from './ledger.ts';
import type { EgressOptions, PinnedAddress, PrivateHost } from './types.ts';

/** One address of a DNS answer; `family` is 4 or 6. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Resolves a name to all its addresses; rejects when it has none. Tests replace it. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;

/**
 * Copied when the module is loaded, because imports of built-in modules are live bindings: after loading this module, the
 * sandbox's lock-down replaces the exports of node:dns and node:tls for all other code.
 */
const systemLookup = lookup;
const tlsConnect = connect;

/** The system's resolver (getaddrinfo). */
export const resolveWithSystem: Resolve = (host) =>
  new Promise((done, fail) => {
    systemLookup(host, { all: true, order: 'verbatim' }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });

/** Options of a connector. */
export interface ConnectorOptions {
  readonly connectMs: number;
  readonly only: EgressOptions['only'];
  readonly pinned: readonly PinnedAddress[];
  readonly ca: string | undefined;
  readonly privateHosts: readonly PrivateHost[];
  readonly authorities: string | undefined;
  readonly identity: EgressOptions['identity'];
  readonly resolve: Resolve;
  readonly ledger: AnswerLedger;
}

/**
 * The key of the ticket in the options of a guarded connection. The sandbox's lock-down allows only sockets with a valid
 * ticket. A ticket is valid for one connection to its host and port with the guard's look-up, so a ticket that is found in
 * the options of an open socket cannot be used again.
 */
export const GUARDED: unique symbol = Symbol('guarded');

interface Ticket {
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
}
const valid = new WeakSet<object>();

function ticketFor(host: string, port: number, lookup: LookupFunction): Ticket {
  const ticket = Object.freeze({ host, port, lookup });
  valid.add(ticket);
  return ticket;
}

/** Uses up the ticket in connection options; true if it was valid and the options have its host, port and look-up. */
export function redeemTicket(options: { readonly [key: PropertyKey]: unknown }): boolean {
  const ticket = options[GUARDED] as Ticket | undefined;
  if (typeof ticket !== 'object' || ticket === null || !valid.delete(ticket)) return false;
  return options['host'] === ticket.host && options['port'] === ticket.port && options['lookup'] === ticket.lookup;
}

/** Why an address may not be connected to. `inside`: set when the name is one of the owner's network. */
const refusalFor = (address: string, inside: PrivateHost | undefined): string | undefined =>
  inside ? refusalOfPrivate(address, inside.ranges) : refusalOf(address);

/**
 * Checks the addresses of a name.
 * @throws EgressError `address_not_public` unless all are public, or in the blocks of a private host; `dns_failed` when there are none
 */
export function checkAddresses(host: string, addresses: readonly ResolvedAddress[], inside?: PrivateHost): void {
  if (addresses.length === 0)
    throw new EgressError('dns_failed', `The name ${host} has no address.`, { unanswered: true });
  for (const { address } of addresses) {
    const why = refusalFor(address, inside);
    if (why === undefined) continue;
    throw new EgressError(
      'address_not_public',
      inside
        ? `${host} is a private host, and resolves to an address that the deployment does not allow for one (${why}). Its addresses must lie in privateRanges.`
        : `${host} resolves to an address that is not on the public internet (${why}); only public hosts can be reached.`,
    );
  }
}

let shared: SecureContext | undefined;

/**
 * For connections with the built-in roots and no certificate of their own. Reading the roots takes longer than a handshake, so a start may
 * call this before the first connection.
 */
export function sharedContext(): SecureContext {
  shared ??= createSecureContext({ ca: [...rootCertificates], minVersion: 'TLSv1.2' });
  return shared;
}

function contextFor({ authorities, ca, identity }: ConnectorOptions): SecureContext {
  if (authorities === undefined && ca === undefined && !identity) return sharedContext();
  return createSecureContext({
    ca: authorities ?? [...rootCertificates, ...(ca === undefined ? [] : [ca])],
    minVersion: 'TLSv1.2',
    ...(identity && { cert: identity.certificate, key: identity.privateKey }),
  });
}

/** The connect function of an undici dispatcher. It holds no certificate's key but that in OpenSSL's context. */
export function guardedConnector({ identity, ...options }: ConnectorOptions): buildConnector.connector {
  let context = identity && contextFor({ identity, ...options });
  const sessions = new Map<string, Buffer>();
  return ({ hostname, port }, callback) => {
    const target = Number(port || 443);
    if (!isIntact()) {
      callback(tampered(), null);
      return;
    }
    // The URL was checked before; checked again here, immediately before the connection.
    if (options.only && (hostname !== options.only.host || target !== options.only.port)) {
      callback(new EgressError('host_not_allowed', `Only ${options.only.host} may be reached, not ${hostname}.`), null);
      return;
    }
    const inside = options.privateHosts.find(({ host }) => host === hostname);
    const pin = options.pinned.find((candidate) => candidate.host === hostname && candidate.port === target);
    context ??= contextFor({ identity: undefined, ...options });
    let settled = false;
    const settle: typeof callback = (...result) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      callback(...(result as Parameters<typeof callback>));
    };
    // Called by Node within the connect timeout; gives checked addresses only.
    const lookup: LookupFunction = (_name, _options, done) => {
      if (!isIntact()) {
        done(tampered(), []);
        return;
      }
      resolveChecked(hostname, { pin, inside }, options.resolve).then(
        (addresses) =>
          done(
            null,
            addresses.map(({ address, family }) => ({ address, family })),
          ),
        (error: Error) => done(error, []),
      );
    };
    const connectPort = pin ? pin.addressPort : target;
    const socket = tlsConnect({
      host: hostname,
      port: connectPort,
      servername: hostname,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 1_000,
      secureContext: context,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      session: sessions.get(`${hostname}:${target}`),
      highWaterMark: 64 * 1024,
      [GUARDED]: ticketFor(hostname, connectPort, lookup),
    } as Parameters<typeof connect>[0] & object);
    const timer = setTimeout(() => {
      settle(
        new EgressError('timeout_connect', `No connection to ${hostname} within ${options.connectMs} ms.`, {
          unanswered: true,
        }),
        null,
      );
      socket.destroy();
    }, options.connectMs);
    overwritesHeads(socket);
    socket.setNoDelay(true);
    socket.on('session', (session) => sessions.set(`${hostname}:${target}`, session));
    options.ledger.watch(socket);
    socket.once('secureConnect', () => {
      const peer = socket.remoteAddress ?? '';
      // A second check: the address of the socket is allowed, or pinned.
      if (!pin && refusalFor(peer.replace(/^::ffff:(?=\d+\.)/, ''), inside) !== undefined) {
        settle(new EgressError('address_not_public', `${hostname} led to an address that is not allowed.`), null);
        socket.destroy();
        return;
      }
      settle(null, socket);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => settle(connectionError(hostname, error), null));
    socket.once('close', () =>
      settle(
        new EgressError('connect_failed', `${hostname} closed the connection during the TLS handshake.`, {
          unanswered: true,
        }),
        null,
      ),
    );
  };
}

/**
 * Lets a socket write texts from memory that is overwritten once they are sent: a request's head has the credential in it, and what Node
 * allocates for a text stays as it is when it is freed.
 */
function overwritesHeads(socket: TLSSocket): void {
  const write = socket.write.bind(socket) as (chunk: Uint8Array, done: () => void) => boolean;
  socket.write = ((chunk: string | Uint8Array, ...more: never[]) => {
    if (typeof chunk !== 'string') return (write as (...all: unknown[]) => boolean)(chunk, ...more);
    const [encoding] = more as unknown[];
    const bytes = Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
    return write(bytes, () => bytes.fill(0));
  }) as typeof socket.write;
}

/** The error of a process in which the built-ins that the checks use were replaced; it opens no connections. */
const tampered = (): EgressError =>
  new EgressError('connect_failed', 'The process was tampered with; it opens no connection any more.');

async function resolveChecked(
  host: string,
  { pin, inside }: { readonly pin: PinnedAddress | undefined; readonly inside: PrivateHost | undefined },
  resolve: Resolve,
): Promise<readonly ResolvedAddress[]> {
  if (pin) return [{ address: pin.address, family: pin.address.includes(':') ? 6 : 4 }];
  const addresses = await resolve(host);
  if (!isIntact()) throw tampered();
  checkAddresses(host, addresses, inside);
  return addresses;
}

const DNS_CODES = /^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|ETIMEOUT|EBADNAME|ENONAME|EFORMERR|ENOTIMP|EBADRESP)/;
/** TLS alerts that ask for a client certificate or refuse the given one (RFC 8446, section 6.2). */
const CERTIFICATE_ALERT =
  /ALERT_(?:CERTIFICATE_(?:REQUIRED|UNKNOWN|EXPIRED|REVOKED)|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|NO_CERTIFICATE)/;
const TLS_CODES =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_|EPROTO|HOSTNAME_MISMATCH|ERR_OSSL)/;

function connectionError(host: string, error: NodeJS.ErrnoException): EgressError {
  if (error instanceof EgressError) return error;
  const first = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException | undefined) : error;
  const code = error.code ?? first?.code ?? '';
  const options = { cause: error, context: { host, reason: code }, unanswered: true };
  if (DNS_CODES.test(code))
    return new EgressError('dns_failed', `The name ${host} cannot be resolved (${code}).`, options);
  if (CERTIFICATE_ALERT.test(code)) return certificateRefused(host, error);
  if (TLS_CODES.test(code)) {
    return new EgressError('tls_failed', `The TLS certificate or handshake of ${host} is not acceptable (${code}).`, {
      ...options,
      unanswered: false,
    });
  }
  return new EgressError('connect_failed', `No connection to ${host} (${code || 'connection failed'}).`, options);
}

const certificateRefused = (host: string, cause: NodeJS.ErrnoException): EgressError =>
  new EgressError(
    'client_certificate_refused',
    `${host} requires a client certificate, or does not accept the one that it got (${cause.code}).`,
    { cause, context: { host, reason: cause.code ?? '' } },
  );

/**
 * The EgressError for a refused client certificate; undefined for other errors. For open connections, because in TLS 1.3 the
 * alert arrives after the handshake.
 */
export const asCertificateRefusal = (
  host: string,
  error: NodeJS.ErrnoException | undefined,
): EgressError | undefined =>
  error && CERTIFICATE_ALERT.test(error.code ?? '') ? certificateRefused(host, error) : undefined;
