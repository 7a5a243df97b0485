/**
 * What carries the requests: a pool of HTTP/1.1 connections, made with the first one. The host of a function may have a shorter
 * way to AWS than a socket and says so, before handler code is loaded, by putting a dispatcher of its own on the global object
 * (the local stack does, for its twins). Of undici only the pool is loaded: its main entry would bring fetch and much else.
 */
import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';

const HOST = Symbol.for('portcullis.aws.dispatcher');

let agent: Pick<Dispatcher, 'dispatch'> | undefined;

export function dispatcher(): Pick<Dispatcher, 'dispatch'> {
  const given = (globalThis as { [HOST]?: Pick<Dispatcher, 'dispatch'> })[HOST];
  if (given) return given;
  agent ??= new Agent();
  return agent;
}
