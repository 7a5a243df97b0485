/**
 * The connections of one client. Reused between requests, but not after a pause in which the function may have been
 * frozen, because the timers that close idle connections did not run then.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../core/lib/limits.ts';
import { guardedConnector, type Resolve } from './connector.ts';
import { Agent } from './http.ts';
import { AnswerLedger } from './ledger.ts';
import type { EgressOptions } from './types.ts';

/**
 * Below five seconds, after which many servers close idle connections. A function that is frozen does not hear of it, and a POST on such a
 * connection fails without a second try.
 */
const KEEP_ALIVE_MS = 4_000;
const MAX_HEADER_BYTES = 32 * 1024;

/** The connection pool of one client. */
export class Connections {
  readonly ledger = new AnswerLedger();
  private readonly make: () => Agent;
  private agent: Agent;
  /** When a request began, or a response was read. */
  private lastUsed = Date.now();
  private settling: Promise<void> | undefined;

  constructor(options: EgressOptions, resolve: Resolve) {
    const connect = guardedConnector({
      connectMs: options.connectMs ?? LIMITS.connectMs,
      only: options.only,
      pinned: options.pinned ?? [],
      ca: options.ca,
      privateHosts: options.privateHosts ?? [],
      authorities: options.only && options.authorities,
      identity: options.identity,
      resolve,
      ledger: this.ledger,
    });
    // The options are not kept, because of the key in them.
    const { maxHeaderBytes: maxHeaderSize = MAX_HEADER_BYTES } = options;
    this.make = () =>
      new Agent({
        connect,
        // The connector offers HTTP/1.1 alone.
        allowH2: false,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
        maxHeaderSize,
        // The client has its own time limits, which are exact and have error codes of their own.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    this.agent = this.make();
  }

  /** The pool for the next request. */
  async current(): Promise<Agent> {
    if (this.settling) await this.settling;
    const now = Date.now();
    if (now - this.lastUsed > KEEP_ALIVE_MS) {
      void this.agent.close();
      this.agent = this.make();
    }
    this.lastUsed = now;
    return this.agent;
  }

  /**
   * Call it when a response was read. undici makes the connection available one turn of the event loop later; an immediate
   * next request waits for that, which is faster than a new TLS handshake.
   */
  released(): void {
    this.lastUsed = Date.now();
    this.settling ??= nextTurn().then(() => {
      this.settling = undefined;
    });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
