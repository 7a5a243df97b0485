/**
 * Governs a small answer while the function starts: what runs for the first time is compiled by the engine, which takes three to five
 * times as long in an invocation (design/operations.md, cold starts). The answer is made up and thrown away.
 */
import { compileWith } from '../../core/governance/pipeline.ts';

const PERSON = {
  name: 'Ann Lee',
  email: 'ann.lee@mail.example.com',
  address: { street: '1 Main St', city: 'Springfield' },
};
const ANSWER = {
  orders: [
    {
      id: 'o-1',
      customer: PERSON,
      status: 'sent',
      total: 19.9,
      createdAt: '2026-01-02T03:04:05Z',
      note: 'Asked on Monday & again',
    },
  ],
  next: null,
};

/** Throws nothing that a call would not. */
export function rehearse(): void {
  compileWith(() => undefined).governBytes(Buffer.from(JSON.stringify(ANSWER)), 'application/json');
}
