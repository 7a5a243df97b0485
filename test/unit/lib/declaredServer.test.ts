/** A server as a resource of CloudFormation: what its construct refuses. */
import { describe, expect, test } from '@jest/globals';
import { CfnParameter, SecretValue, Stack } from 'aws-cdk-lib';
import { PortcullisServer } from '../../../lib/stacks/server.ts';

const made = (stack: Stack, token: unknown) =>
  new PortcullisServer(stack, 'Orders', {
    // Refused before it is looked at.
    portcullis: undefined as never,
    declaration: {
      name: 'Orders',
      source: { kind: 'manual' },
      baseUrl: 'https://a.example',
      auth: { type: 'bearer', token },
    },
  });

describe('a secret that would stand in the resource', () => {
  test.each([
    ['as a text', () => 'plain'],
    ['as a dynamic reference', () => SecretValue.secretsManager('orders').unsafeUnwrap()],
    ['as a parameter', (stack: Stack) => new CfnParameter(stack, 'Token', { noEcho: true }).valueAsString],
    ['as a value of its own class', () => SecretValue.secretsManager('orders')],
  ])('%s is refused', (_what, token) => {
    const stack = new Stack();

    expect(() => made(stack, token(stack))).toThrow(/auth\.token: (holds a secret|is no reference)/);
  });
});
