/**
 * Knows whether a connection that broke had already answered. A request may be sent again only when not a single byte of
 * an answer had come, and the HTTP client's errors do not tell. Bytes are counted after decryption, since a TLS session
 * ticket or an alert is no answer.
 */
import type { TLSSocket } from 'node:tls';

const FORGET_MS = 1_000;

interface Track {
  readonly socket: TLSSocket;
  /** Something was read since the last time that nothing was under way. */
  hasRead: boolean;
}

/** Counts the bytes that arrive on each connection. */
export class AnswerLedger {
  private readonly tracks = new Set<Track>();
  private active = 0;
  /** The first error of the connection that broke last, since nothing was under way. */
  failure: Error | undefined;

  /** Starts counting on a new connection. */
  watch(socket: TLSSocket): void {
    const track: Track = { socket, hasRead: false };
    this.tracks.add(track);
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      const chunk = read(size);
      if (chunk !== null) track.hasRead = true;
      return chunk;
    };
    socket.once('error', (error: Error) => {
      this.failure = error;
    });
    // A broken exchange asks about its connection at once; after that nobody does.
    socket.once('close', () => setTimeout(() => this.tracks.delete(track), FORGET_MS).unref());
  }

  /** A request is about to be sent. When it is the only one, whatever was read before belongs to earlier ones. */
  begin(): void {
    if (this.active++ > 0) return;
    this.failure = undefined;
    for (const track of this.tracks) {
      if (track.socket.destroyed) this.tracks.delete(track);
      else track.hasRead = false;
    }
  }

  end(): void {
    this.active--;
  }

  /** True when a connection that is gone had read something; with several at once it errs on the side of true. */
  hadAnswer(): boolean {
    let answered = false;
    for (const track of this.tracks) {
      if (!track.socket.destroyed) continue;
      answered ||= track.hasRead;
      this.tracks.delete(track);
    }
    return answered;
  }
}
