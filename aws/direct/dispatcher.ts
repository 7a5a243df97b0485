/**
 * The pool of HTTP/1.1 connections for direct requests, created with the first one. Only undici's pool is imported: its main entry would
 * also load fetch and more. HTTP/2 is not offered, because Node's module for it is not loaded (aws/services/noHttp.js).
 */
import type { Agent as AgentType } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';

/**
 * As long as undici keeps an idle connection. undici's timer stands still while Lambda freezes the process, so the clock is read instead.
 */
const IDLE_MS = 4_000;

let agent: AgentType | undefined;
let usedAt = 0;

/**
 * Opens a new pool after a long idle time: AWS may have closed the old connections, and a request that fails on a closed connection
 * cannot be told from one that was carried out.
 */
export function dispatcher(now = Date.now()): AgentType {
  if (agent && now - usedAt > IDLE_MS) {
    void agent.close();
    agent = undefined;
  }
  usedAt = now;
  agent ??= new Agent({ allowH2: false });
  return agent;
}
