/**
 * What carries the requests: a pool of HTTP/1.1 connections, made with the first one. The host of a function may have a shorter
 * way to AWS than a socket and says so, before handler code is loaded, by putting a dispatcher of its own on the global object
 * (the local stack does, for its twins); such a way knows a function by the name of its key and wants no signature. Of undici only the pool is loaded: its main entry would bring fetch and much else.
 */
import type { Agent as AgentType, Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';

const HOST = Symbol.for('portcullis.aws.dispatcher');

/** As long as undici keeps an idle connection. A frozen process does not notice that its time has passed, the clock does. */
const IDLE_MS = 4_000;

let agent: AgentType | undefined;
let usedAt = 0;

/**
 * Never a connection that was idle for long: AWS may have closed it, and a request that broke off on it cannot be told from
 * one that was carried out.
 */
export function dispatcher(now = Date.now()): Pick<Dispatcher, 'dispatch'> {
  const given = hostDispatcher();
  if (given) return given;
  if (agent && now - usedAt > IDLE_MS) {
    void agent.close();
    agent = undefined;
  }
  usedAt = now;
  agent ??= new Agent();
  return agent;
}

/** What the host has given, if it has. */
export const hostDispatcher = (): Pick<Dispatcher, 'dispatch'> | undefined =>
  (globalThis as { [HOST]?: Pick<Dispatcher, 'dispatch'> })[HOST];
