/** All checks, in the order of the report. */
import type { Check } from '../installation/check.ts';
import { cancellation, coldStart, mainJob, originByMethod, redaction, streaming } from './calls.ts';
import { apiCache, challenge, crossOrigin, fileCache, pageHeaders, signInCallback, tlsVersions } from './edge.ts';
import { logContents } from './logs.ts';
import { lockdown, tenants } from './sandbox.ts';
import { pings, push, revocation } from './streams.ts';

export const CHECKS: readonly Check[] = [
  mainJob,
  redaction,
  originByMethod,
  challenge,
  streaming,
  pings,
  cancellation,
  push,
  revocation,
  tenants,
  lockdown,
  coldStart,
  logContents,
  apiCache,
  fileCache,
  crossOrigin,
  tlsVersions,
  pageHeaders,
  signInCallback,
];
