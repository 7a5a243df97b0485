/** What may stand behind `npm start --`, and what is said of the rest. */
import { describe, expect, test } from '@jest/globals';
import { readFlags } from '../../../local/flags.ts';

describe('the flags of npm start', () => {
  test('have the documented defaults', () => {
    expect(readFlags([])).toEqual({
      port: 8787,
      data: '.portcullis',
      demo: true,
      open: true,
      warm: true,
      pinned: [],
      devUpstreams: [],
      context: {},
    });
  });

  test('are read as curl and others write them', () => {
    const args = [
      '--port=9000',
      '--data',
      'x',
      '--no-demo',
      '--no-open',
      '--no-warm',
      '--resolve',
      'api.example.com:443:127.0.0.1:8443',
      '--dev-upstream',
      'http://LOCALHOST:3000/',
      '--dev-upstream=http://127.0.0.1:8080',
      '--stream-life',
      '2',
      '--trail-age=90',
      '--replica-lag=1500',
      '-c',
      'egress=static',
      '--context',
      'hostedZone={"id":"Z0123456789ABC","name":"example.com"}',
    ];
    expect(readFlags(args)).toEqual({
      port: 9000,
      data: 'x',
      demo: false,
      open: false,
      warm: false,
      pinned: [{ host: 'api.example.com', port: 443, address: '127.0.0.1', addressPort: 8443 }],
      devUpstreams: ['http://localhost:3000', 'http://127.0.0.1:8080'],
      streamLife: 2,
      trailAge: 90,
      replicaLag: 1_500,
      context: { egress: 'static', hostedZone: '{"id":"Z0123456789ABC","name":"example.com"}' },
    });
  });

  test.each([
    [['--port', ''], '--port:'],
    [['--login-secret', '/nowhere/secret'], '--login-secret:'],
    [['--port', '80x'], '--port:'],
    [['--port', '65536'], '--port:'],
    [['--data', ''], '--data:'],
    [['--ca', '/nowhere'], '--ca:'],
    [['--resolve', 'api.example.com'], '--resolve "api.example.com":'],
    [['--stream-life', '0'], '--stream-life:'],
    [['--trail-age', '1h'], '--trail-age:'],
    [['--trail-age', '100000'], '--trail-age:'],
    [['--context', 'egress'], '--context:'],
    [['--replica-lag', '1s'], '--replica-lag:'],
    [['--dev-upstream', 'localhost:3000'], '--dev-upstream:'],
    [['--dev-upstream', 'http://localhost'], '--dev-upstream:'],
    [['--dev-upstream', 'http://localhost:3000/v1'], '--dev-upstream:'],
    [['--dev-upstream', 'http://10.0.0.8:3000'], '--dev-upstream:'],
    [['--dev-upstream', 'http://localhost:70000'], '--dev-upstream:'],
    [['--dev-upstream', 'http://localhost:80', '--dev-upstream', 'http://127.0.0.1:80'], '--dev-upstream:'],
    [['--bogus'], "Unknown option '--bogus'"],
  ])('refuse %j and say which it is, once', (args, beginning) => {
    const refused = () => readFlags(args);

    expect(refused).toThrow(expect.objectContaining({ code: 'flag_invalid' }));
    expect(refused).toThrow(new RegExp(`^${beginning.replace(/[.]/g, '\\.')}`));
    expect(refused).not.toThrow(/^(--\w+).*\1/);
  });
});
