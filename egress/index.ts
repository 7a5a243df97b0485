/** The guarded HTTP client, which makes all requests to upstream APIs, token endpoints and documents. */
export { createEgressClient } from './client.ts';
export { sharedContext } from './connector.ts';
export { type EgressCode, EgressError } from './errors.ts';
export { parseResolve, pinnedFromHost } from './pins.ts';
export { postingClient } from './posting.ts';
export type {
  EgressClient,
  EgressOptions,
  EgressRequest,
  EgressResponse,
  Identity,
  PinnedAddress,
  PrivateHost,
} from './types.ts';
