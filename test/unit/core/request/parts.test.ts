import { describe, expect, test } from '@jest/globals';
import type { PartEncodings, RequestProgram } from '../../../../core/model/tool.ts';
import { buildRequest } from '../../../../core/request/build.ts';
import { partsOf } from '../../../../core/response/multipart.ts';
import { defined } from '../../../support/defined.ts';

const TYPE = 'multipart/mixed; boundary=cut';
const read = (body: string | Uint8Array, type = TYPE) =>
  partsOf(Buffer.from(body as string), type)?.map((part) => [
    part.headers.get('Content-Type'),
    Buffer.from(part.body).toString('latin1'),
  ]);

describe('partsOf', () => {
  test('gives the parts with their types, between preamble and epilogue', () => {
    const body =
      'ignored\r\n--cut\r\nContent-Type: text/plain\r\nx: y\r\n\r\none\r\ntwo\r\n--cut\r\ncontent-type: image/png\r\n\r\n\x00\xff\r\n--cut--\r\nignored';

    expect(read(Buffer.from(body, 'latin1'))).toEqual([
      ['text/plain', 'one\r\ntwo'],
      ['image/png', '\x00\xff'],
    ]);
  });

  test('takes bare line feeds, a quoted boundary and a part without headers', () => {
    const body = '--a b\n\nplain\n--a b\nContent-Type: text/html\n\n<p>\n--a b--';

    expect(read(body, 'multipart/related; type=x; boundary="a b"')).toEqual([
      [null, 'plain'],
      ['text/html', '<p>'],
    ]);
  });

  test.each([
    ['no boundary', '--cut\r\n\r\nx\r\n--cut--', 'multipart/mixed'],
    ['a boundary that does not occur', 'x', TYPE],
    ['a part without an end', '--cut\r\n\r\nx', TYPE],
    ['nothing between', '--cut--', TYPE],
  ])('finds nothing with %s', (_what, body, type) => {
    expect(read(body, type)).toBeUndefined();
  });

  test('splits a hundred parts, and leaves a body of more whole, so that none is lost', () => {
    expect(read(`${'--cut\r\n\r\nx\r\n'.repeat(100)}--cut--`)).toHaveLength(100);
    expect(read(`${'--cut\r\n\r\nx\r\n'.repeat(101)}--cut--`)).toBeUndefined();
  });

  test('are those of a multipart body within the one that was sent', () => {
    // Prepare
    const inner: PartEncodings = {
      prefix: [{ contentType: 'application/xml' }, { contentType: 'image/png', binary: true }],
    };
    const program: RequestProgram = {
      verb: 'POST',
      path: '/a',
      parameters: [],
      body: {
        kind: 'multipart',
        contentType: 'multipart/mixed',
        required: true,
        layout: 'whole',
        argument: 'body',
        parts: { prefix: [{}, { contentType: 'multipart/mixed', parts: inner }] },
      },
    };

    // Act
    const built = buildRequest(program, 'https://api.example.com', { body: [[1], ['<a/>', 'aGk=']] });
    const outer = defined(partsOf(defined(built.body), defined(built.headers[0])[1]));
    const nested = defined(partsOf(defined(outer[1]).body, defined(outer[1]).headers.get('content-type') ?? ''));

    // Assess
    const shown = [defined(outer[0]), ...nested].map((part) => [
      part.headers.get('content-type'),
      Buffer.from(part.body).toString(),
    ]);
    expect(shown).toEqual([
      ['application/json', '[1]'],
      ['application/xml', '<a/>'],
      ['image/png', 'hi'],
    ]);
  });
});
