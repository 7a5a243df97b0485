/**
 * The part of undici that the guard uses: its pool of HTTP/1.1 connections and one request. Its main entry would load fetch,
 * WebSocket, caches and mocks as well: 300 KB more in the bundle and 80 ms of every cold start. The version is pinned.
 */
import type { Agent as AgentType, Dispatcher, errors as errorTypes } from 'undici';
import requestOf from 'undici/lib/api/api-request.js';
import undiciErrors from 'undici/lib/core/errors.js';
import UndiciAgent from 'undici/lib/dispatcher/agent.js';

export type Agent = AgentType;
export const Agent: typeof AgentType = UndiciAgent;
export const errors: Pick<typeof errorTypes, 'HeadersOverflowError' | 'InvalidArgumentError'> = undiciErrors;

/** One request; resolves with the head of the answer, its body still to be read. */
export const sendWith = (
  agent: AgentType,
  options: Dispatcher.RequestOptions & { readonly origin: string },
): Promise<Dispatcher.ResponseData> => requestOf.call(agent, options);
