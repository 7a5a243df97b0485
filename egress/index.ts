/** The guarded HTTP client: everything that leaves for the outside world goes through here. */
export { createEgressClient } from './client.ts';
export { EgressError } from './errors.ts';
export { parseResolve, pinnedFromHost } from './pins.ts';
export type { EgressClient, EgressOptions, EgressRequest, EgressResponse, Identity, PinnedAddress } from './types.ts';
