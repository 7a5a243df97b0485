/**
 * In place of node:http2 in the functions that clients wait for (lib/bundles.ts): undici and the SDK read constants from it while they are
 * loaded, and undici has this form itself for a Node without HTTP/2. No connection there offers HTTP/2 (aws/direct/dispatcher.ts,
 * egress/connector.ts).
 */
export const constants = {};
export default { constants };
