/** Credentials as they are saved, read back and put on a request. */
import { describe, expect, test } from '@jest/globals';
import {
  checkCredential,
  credentialHeader,
  maskedHeader,
  parseCredential,
  withCredential,
} from '../../../core/request/auth.ts';
import { CredentialInvalid } from '../../../core/request/errors.ts';

const plaintext = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('a credential on the wire', () => {
  test.each([
    [{ type: 'bearer', token: 'abc.def' }, ['authorization', 'Bearer abc.def']],
    [
      { type: 'basic', username: 'Aladdin', password: 'open sesame' },
      ['authorization', 'Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=='],
    ],
    [
      { type: 'basic', username: 'jö', password: 'pä:ß' },
      ['authorization', `Basic ${Buffer.from('jö:pä:ß').toString('base64')}`],
    ],
    [{ type: 'basic', username: 'key', password: '' }, ['authorization', 'Basic a2V5Og==']],
    [{ type: 'header', name: 'X-Api-Key', value: ' k 1 ' }, ['X-Api-Key', 'k 1']],
    [{ type: 'header', name: 'Authorization', value: 'Token abc' }, ['Authorization', 'Token abc']],
  ] as const)('of %j is %j', (credential, header) => {
    expect(credentialHeader(parseCredential(plaintext(credential)))).toEqual(header);
  });

  test('comes last and leaves the other headers as they are', () => {
    const headers = withCredential(
      [
        ['accept', 'x'],
        ['x-a', '1'],
        ['x-a', '2'],
      ],
      { type: 'bearer', token: 't0ken' },
    );
    expect(headers).toEqual([
      ['accept', 'x'],
      ['x-a', '1'],
      ['x-a', '2'],
      ['authorization', 'Bearer t0ken'],
    ]);
  });

  test('as a cookie joins the one Cookie header', () => {
    const headers = withCredential([['cookie', 'a=1']], { type: 'header', name: 'Cookie', value: 'sid=s3cret' });
    expect(headers).toEqual([['cookie', 'a=1; sid=s3cret']]);
  });

  test('is not doubled by an argument of the same header, whatever its case', () => {
    const credential = { type: 'header', name: 'X-Api-Key', value: 's3cret-value' } as const;
    expect(() => withCredential([['x-api-key', 'mine']], credential)).toThrow(CredentialInvalid);
    expect(() => withCredential([['x-api-key', 'mine']], credential)).not.toThrow(/s3cret|mine/);
  });

  test('is masked wherever it is shown', () => {
    expect(maskedHeader('bearer')).toEqual(['authorization', 'Bearer ••••']);
    expect(maskedHeader('basic')).toEqual(['authorization', 'Basic ••••']);
    expect(maskedHeader('header', 'X-Api-Key')).toEqual(['X-Api-Key', '••••']);
  });
});

describe('a credential is refused, without a word of its content', () => {
  test.each([
    [{ type: 'bearer' }, 'auth.token'],
    [{ type: 'bearer', token: '' }, 'auth.token'],
    [{ type: 'bearer', token: 5 }, 'auth.token'],
    [{ type: 'bearer', token: 's3cret token' }, 'auth.token'],
    [{ type: 'bearer', token: 's3cret\r\nX: y' }, 'auth.token'],
    [{ type: 'bearer', token: 's3cret\ud800' }, 'auth.token'],
    [{ type: 'basic', username: 's3:cret', password: 'x' }, 'auth.username'],
    [{ type: 'basic', username: 'x' }, 'auth.password'],
    [{ type: 'basic', username: 'x', password: 's3cret\0' }, 'auth.password'],
    [{ type: 'header', name: 'Host', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'Content-Length', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'Content-Type', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'Transfer-Encoding', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'Proxy-Authorization', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'X Key', value: 's3cret' }, 'auth.name'],
    [{ type: 'header', name: 'X-Key', value: 's3cret\n' }, 'auth.value'],
    [{ type: 'header', name: 'X-Key', value: '' }, 'auth.value'],
    [{ type: 'oauth2', token: 's3cret' }, 'auth.type'],
    [{}, 'auth.type'],
    [null, 'auth.type'],
    ['s3cret', 'auth.type'],
  ])('%j', (value, field) => {
    let message = '';
    try {
      checkCredential(value);
    } catch (error) {
      expect(error).toBeInstanceOf(CredentialInvalid);
      message = (error as Error).message;
    }
    expect(message).toContain(field);
    expect(message).not.toContain('s3cret');
  });

  test('when its stored bytes are no JSON', () => {
    expect(() => parseCredential(Buffer.from('s3cret'))).toThrow(/cannot be read/);
    expect(() => parseCredential(Buffer.from('s3cret'))).not.toThrow(/s3cret/);
  });
});
