/**
 * Ids of requests and invocations, in the form of UUIDs. Each begins with what is random in this run, and ends with a count: five random ones
 * a call were more garbage than the call's entry in the trail.
 */
import { randomUUID } from 'node:crypto';

const COUNTED = 12;
const OF_THIS_RUN = randomUUID().slice(0, -COUNTED);
let count = 0;

/** An id that no other request has. */
export const newRequestId = (): string => OF_THIS_RUN + (++count).toString(16).padStart(COUNTED, '0');
