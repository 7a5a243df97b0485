/**
 * Whether the client of a session is still there. On AWS nobody tells a function that its client has left (AWS Lambda developer guide,
 * response streaming), so the stream of such a client would occupy its function and a place of its token to the end of its life. Every
 * half minute the client is sent a ping. One that has answered several and then leaves two unanswered is gone. One that answers none, or
 * the first one only (mcp-remote from 0.1.22), is asked no more and keeps its stream. Locally the host tells, and nobody is asked.
 */
import { pingRequest } from '../../core/mcp/session.ts';
import { streamLife } from '../shared/settings.ts';

/** Checks of the stream (every 15 s) between two pings. */
const ASK_EVERY = 2;
/** Pings that are lost, or that a busy client answers late. */
const MAX_UNANSWERED = 2;
/** Answers after which silence means something. */
const MIN_ANSWERS = 2;

/** The questions to one client. */
export interface Asking {
  /** The ping that is due at this check, or undefined. */
  question(): string | undefined;
  /** Called for each answer. */
  answered(): void;
  /** Whether the client has stopped answering. */
  isGone(): boolean;
}

/** Begins with no question asked. */
export function asking(): Asking {
  let checks = 0;
  let asked = 0;
  let unanswered = 0;
  let answers = 0;
  return {
    question() {
      if (streamLife() === undefined || ++checks % ASK_EVERY !== 0) return undefined;
      if (unanswered >= MAX_UNANSWERED) {
        unanswered++;
        return undefined;
      }
      unanswered++;
      return pingRequest(++asked);
    },
    answered() {
      unanswered = 0;
      answers++;
    },
    isGone: () => answers >= MIN_ANSWERS && unanswered > MAX_UNANSWERED,
  };
}
