/**
 * Records whether a lost connection had received a part of a response. Only a request without any byte of a response may
 * be repeated, and the errors of the HTTP client do not say that. Observes decrypted bytes, because a TLS session ticket
 * or an alert is no response.
 */
import type { TLSSocket } from 'node:tls';

const FORGET_MS = 1_000;

interface ConnectionState {
  readonly socket: TLSSocket;
  /** True when data was read since the last time without active requests. */
  hasRead: boolean;
}

/** Records for each connection whether data has arrived. */
export class AnswerLedger {
  private readonly states = new Set<ConnectionState>();
  private active = 0;
  /** The error of the last lost connection, since the last time without active requests. */
  failure: Error | undefined;

  /** Observes a new connection. */
  watch(socket: TLSSocket): void {
    const state: ConnectionState = { socket, hasRead: false };
    this.states.add(state);
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      const chunk = read(size);
      if (chunk !== null) state.hasRead = true;
      return chunk;
    };
    socket.once('error', (error: Error) => {
      this.failure = error;
    });
    // A failed exchange calls `hadAnswer` immediately; after that the record is not needed.
    socket.once('close', () => setTimeout(() => this.states.delete(state), FORGET_MS).unref());
  }

  /** Call it before a request is sent. If no other request is active, it resets the records. */
  begin(): void {
    if (this.active++ > 0) return;
    this.failure = undefined;
    for (const state of this.states) {
      if (state.socket.destroyed) this.states.delete(state);
      else state.hasRead = false;
    }
  }

  end(): void {
    this.active--;
  }

  /** True when a closed connection had received data. May be true wrongly when several requests are active. */
  hadAnswer(): boolean {
    let answered = false;
    for (const state of this.states) {
      if (!state.socket.destroyed) continue;
      answered ||= state.hasRead;
      this.states.delete(state);
    }
    return answered;
  }
}
