/**
 * What carries the requests: a pool of HTTP/1.1 connections, made with the first one. Of undici only the pool is loaded: its main
 * entry would bring fetch and much else.
 */
import type { Agent as AgentType } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';

/** As long as undici keeps an idle connection. A frozen process does not notice that its time has passed, the clock does. */
const IDLE_MS = 4_000;

let agent: AgentType | undefined;
let usedAt = 0;

/**
 * Never a connection that was idle for long: AWS may have closed it, and a request that broke off on it cannot be told from
 * one that was carried out.
 */
export function dispatcher(now = Date.now()): AgentType {
  if (agent && now - usedAt > IDLE_MS) {
    void agent.close();
    agent = undefined;
  }
  usedAt = now;
  agent ??= new Agent();
  return agent;
}
