/**
 * The connections of one client: kept and reused between requests, but never past a pause in which the function may have
 * been frozen, since the timers that close idle connections did not run then.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../core/limits.ts';
import { guardedConnector, type Resolve } from './connector.ts';
import { Agent } from './http.ts';
import { AnswerLedger } from './ledger.ts';
import type { EgressOptions } from './types.ts';

const KEEP_ALIVE_MS = 20_000;
const MAX_HEADER_BYTES = 32 * 1024;

/** The connection pool of one client. */
export class Connections {
  readonly ledger = new AnswerLedger();
  private readonly make: () => Agent;
  private agent: Agent;
  private lastUsed = Date.now();
  private settling: Promise<void> | undefined;

  constructor(options: EgressOptions, resolve: Resolve) {
    const connect = guardedConnector({
      connectMs: options.connectMs ?? LIMITS.connectMs,
      only: options.only,
      pinned: options.pinned ?? [],
      ca: options.ca,
      identity: options.identity,
      resolve,
      ledger: this.ledger,
    });
    this.make = () =>
      new Agent({
        connect,
        keepAliveTimeout: KEEP_ALIVE_MS,
        keepAliveMaxTimeout: KEEP_ALIVE_MS,
        maxHeaderSize: options.maxHeaderBytes ?? MAX_HEADER_BYTES,
        // Time limits are kept by the client, to the millisecond; undici's own would only blur which one was hit.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
    this.agent = this.make();
  }

  /** What the next request is to be sent with. */
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
   * An answer was read. undici takes its connection back one turn of the event loop later; a request that follows at once
   * waits for it, which is cheaper than another handshake.
   */
  released(): void {
    this.settling ??= nextTurn().then(() => {
      this.settling = undefined;
    });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
