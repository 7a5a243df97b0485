/**
 * MCP servers that others wrote, and what each is asked. Most are small programs of ours with a library of theirs, all with the same tools:
 *   add_numbers      two numbers → structured content {"sum": …}
 *   fail_always      an error of the tool that names an address
 *   count_slowly     steps of 0.3 s, each told as progress → a text
 *   show_everything  a text, a picture, an embedded resource with an address in it, a link
 *   extra_1 … extra_4  so that a list with pages of three has several
 * The reference servers have tools of their own. What a machine cannot make is left out and named.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { type Kit, pythonKit, pythonOf } from '../clients/kit.ts';

const here = import.meta.dirname;
const ofClients = join(here, '..', 'clients');

type Call = readonly [tool: string, args: object];

/** What a server is asked; undefined where it has no such tool. */
export interface Asks {
  readonly tools: readonly string[];
  readonly call: Call;
  /** In the answer to `call`. */
  readonly answer: RegExp;
  readonly wrong?: Call;
  /** The text is in the error, `jane.doe` is not. */
  readonly fails?: readonly [...Call, text: RegExp];
  readonly structured?: readonly [...Call, text: RegExp];
  /** Calls, and what their blocks have. */
  readonly shows: ReadonlyArray<readonly [...Call, kind: keyof typeof CONTENT]>;
  readonly slow: Call;
  /** One that lasts for seconds. */
  readonly slower?: Call;
  /** The `total` that the server gives its progress in `slow`. */
  readonly total: number;
}

/** What has to be in an answer with the kind of content. */
export const CONTENT = {
  text: ({ text }: Shown) => /A red dot|Multiple content types|simple text|text content/.test(text),
  picture: ({ types }: Shown) => types.includes('image'),
  // That of the Go SDK is two bytes shorter than its header says, and so no sound to us.
  'sound or its bytes': ({ types }: Shown) => types.some((type) => type === 'audio' || type === 'resource'),
  resource: ({ text }: Shown) => text.includes('"plan":"pro"') && text.includes('[REDACTED:email]'),
  'resource text': ({ text }: Shown) => /Resource: |embedded/.test(text),
  link: ({ text }: Shown) => /"uri":"(memo|demo|test):\/\//.test(text),
} satisfies Record<string, (shown: Shown) => boolean>;

export interface Shown {
  readonly text: string;
  readonly types: readonly string[];
}

export interface Foreign {
  readonly name: string;
  /** Of the library. */
  readonly version: string;
  readonly kit: Kit;
  readonly path: '/mcp' | '/sse' | '/';
  readonly command: (folder: string, port: number) => readonly [string, ...string[]];
  readonly env?: (port: number) => Readonly<Record<string, string>>;
  readonly asks: Asks;
}

const OURS: Asks = {
  tools: ['add_numbers', 'count_slowly', 'extra_1', 'extra_2', 'extra_3', 'extra_4', 'fail_always', 'show_everything'],
  call: ['add_numbers', { a: 2, b: 3 }],
  answer: /"sum":5/,
  wrong: ['add_numbers', { a: 'two', b: 3 }],
  fails: ['fail_always', {}, /No such order for/],
  structured: ['add_numbers', { a: 2, b: 40 }, /"sum":42/g],
  shows: (['text', 'picture', 'resource', 'link'] as const).map((kind) => ['show_everything', {}, kind]),
  slow: ['count_slowly', { steps: 6 }],
  slower: ['count_slowly', { steps: 60 }],
  total: 6,
};

const REFERENCE: Asks = {
  tools: ['echo', 'get-sum', 'get-structured-content', 'trigger-long-running-operation'],
  call: ['get-sum', { a: 2, b: 3 }],
  answer: /\b5\b/,
  wrong: ['get-sum', { a: 'two', b: 3 }],
  structured: ['get-structured-content', { location: 'New York' }, /"temperature":/g],
  shows: [
    ['get-tiny-image', {}, 'picture'],
    ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }, 'resource text'],
    ['get-resource-links', { count: 2 }, 'link'],
  ],
  slow: ['trigger-long-running-operation', { duration: 2.4, steps: 6 }],
  slower: ['trigger-long-running-operation', { duration: 20, steps: 60 }],
  total: 6,
};

const CONFORMANCE: Asks = {
  tools: ['test_simple_text', 'test_error_handling', 'test_tool_with_progress'],
  call: ['test_simple_text', {}],
  answer: /simple text response/,
  fails: ['test_error_handling', {}, /intentionally/],
  shows: [
    ['test_image_content', {}, 'picture'],
    ['test_audio_content', {}, 'sound or its bytes'],
    ['test_embedded_resource', {}, 'resource text'],
    ['test_multiple_content_types', {}, 'text'],
  ],
  slow: ['test_tool_with_progress', {}],
  total: 100,
};

const versionIn = (file: string, pattern: RegExp): string => pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 'unknown';

const NODE: Kit = {
  name: 'upstreams/node',
  files: ['package.json', 'package-lock.json', 'fastmcp.mjs', 'mcp-framework.mjs'].map((file) =>
    join(here, 'node', file),
  ),
  in: join(here, 'node'),
  make: (folder) => [
    ['cp', ...NODE.files, folder],
    ['npm', 'ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'],
  ],
};
const inNode = (name: string) => versionIn(join(here, 'node', 'package.json'), new RegExp(`"${name}": "(.*)"`));

const GO: Kit = {
  name: 'upstreams/go',
  files: ['go.mod', 'go.sum', 'main.go'].map((file) => join(here, 'go', file)),
  in: join(here, 'go'),
  make: (folder) => [
    ['nice', '-n', '10', 'go', 'build', '-p', '1', '-o', join(folder, 'upstream'), '.'],
    // The server of the conformance suite as the Go SDK has it, in the same module.
    [
      ...(['nice', '-n', '10', 'go', 'build', '-p', '1', '-o', join(folder, 'conformance')] as const),
      'github.com/modelcontextprotocol/go-sdk/conformance/everything-server',
    ],
  ],
};
const inGo = (module: string) => versionIn(join(here, 'go', 'go.mod'), new RegExp(`${module} v(\\S+)`));

const RUST: Kit = {
  name: 'upstreams/rust',
  files: ['Cargo.toml', 'Cargo.lock', 'src/main.rs'].map((file) => join(here, 'rust', file)),
  in: join(here, 'rust'),
  make: (folder) => [['nice', '-n', '10', 'cargo', 'build', '--locked', '--quiet', '-j', '1', '--target-dir', folder]],
};

const JAVA: Kit = {
  name: 'upstreams/java',
  files: ['pom.xml', 'src/main/java/upstream/Upstream.java'].map((file) => join(here, 'java', file)),
  in: join(here, 'java'),
  make: (folder) => [['nice', '-n', '10', 'mvn', '-q', '-B', `-DbuildDirectory=${folder}`, 'package']],
};

function python(name: string, requirements: string, library: RegExp, path: Foreign['path'] = '/mcp'): Foreign {
  return {
    name,
    version: versionIn(requirements, library),
    kit: pythonKit(requirements),
    path,
    command: (folder, port) => [pythonOf(folder), join(here, 'python', 'server.py'), name, String(port)],
    asks: OURS,
  };
}
const requirementsOf = (name: string) => join(ofClients, 'python', 'requirements', `${name}.txt`);

const go = (name: string, module: string, path: Foreign['path']): Foreign => ({
  name,
  version: inGo(module),
  kit: GO,
  path,
  command: (folder, port) => [join(folder, 'upstream'), name, String(port)],
  asks: OURS,
});

const node = (name: string, library: string): Foreign => ({
  name,
  version: inNode(library),
  kit: NODE,
  path: '/mcp',
  command: (folder, port) => [process.execPath, join(folder, `${library}.mjs`), String(port)],
  asks: OURS,
});

const spring = (name: string, protocol: string, path: Foreign['path']): Foreign => ({
  name,
  version: versionIn(join(here, 'java', 'pom.xml'), /spring-ai-bom<\/artifactId>\s*<version>(.*?)</),
  kit: JAVA,
  path,
  command: (folder, port) => [
    'java',
    '-jar',
    join(folder, 'upstream.jar'),
    `--server.port=${port}`,
    '--server.address=127.0.0.1',
    `--spring.ai.mcp.server.protocol=${protocol}`,
  ],
  asks: OURS,
});

const reference = (name: string, transport: string, path: Foreign['path']): Foreign => ({
  name,
  version: inNode('@modelcontextprotocol/server-everything'),
  kit: NODE,
  path,
  command: (folder) => [
    process.execPath,
    join(folder, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js'),
    transport,
  ],
  env: (port) => ({ PORT: String(port) }),
  asks: REFERENCE,
});

const conformanceOfGo = (name: string, isStateless: boolean): Foreign => ({
  name,
  version: inGo('github.com/modelcontextprotocol/go-sdk'),
  kit: GO,
  path: '/',
  command: (folder, port) => [join(folder, 'conformance'), `-http=127.0.0.1:${port}`, `-stateless=${isStateless}`],
  asks: CONFORMANCE,
});

/**
 * The conformance suite's own server, which no registry has.
 * @param checkout the suite's repository, modelcontextprotocol/conformance on GitHub
 */
function conformance(checkout: string): Foreign {
  const source = join(checkout, 'examples', 'servers', 'typescript', 'everything-server.ts');
  if (!existsSync(source)) throw new Error(`There is no ${source}.`);
  return {
    name: 'conformance',
    version: versionIn(join(checkout, 'package.json'), /"version": "(.*)"/),
    kit: NODE,
    path: '/mcp',
    // Beside the packages that it imports.
    command: (folder) => {
      const program = join(folder, 'conformance.mjs');
      writeFileSync(program, transformSync(readFileSync(source, 'utf8'), { loader: 'ts', format: 'esm' }).code);
      return [process.execPath, program];
    },
    env: (port) => ({ PORT: String(port) }),
    asks: CONFORMANCE,
  };
}

/** All of them. */
export const foreignServers = (checkout: string | undefined): Foreign[] => [
  reference('server-everything', 'streamableHttp', '/mcp'),
  reference('server-everything sse', 'sse', '/sse'),
  python('fastmcp', requirementsOf('fastmcp'), /^fastmcp==(.*)$/m),
  python('fastmcp2', join(here, 'python', 'requirements', 'fastmcp2.txt'), /^fastmcp==(.*)$/m),
  python('mcp1', requirementsOf('mcp1'), /^mcp==(.*)$/m),
  python('mcp1-sse', requirementsOf('mcp1'), /^mcp==(.*)$/m, '/sse'),
  python('mcp2', requirementsOf('mcp2'), /^mcp==(.*)$/m),
  python('agentcore', requirementsOf('mcp1'), /^mcp==(.*)$/m),
  node('fastmcp-ts', 'fastmcp'),
  node('mcp-framework', 'mcp-framework'),
  go('go-sdk', 'github.com/modelcontextprotocol/go-sdk', '/mcp'),
  go('go-sdk-sse', 'github.com/modelcontextprotocol/go-sdk', '/sse'),
  go('mcp-go', 'github.com/mark3labs/mcp-go', '/mcp'),
  go('mcp-go-sse', 'github.com/mark3labs/mcp-go', '/sse'),
  {
    name: 'rmcp',
    version: versionIn(join(here, 'rust', 'Cargo.toml'), /rmcp = \{ version = "(.*?)"/),
    kit: RUST,
    path: '/mcp',
    command: (folder, port) => [join(folder, 'debug', 'upstream'), String(port)],
    asks: OURS,
  },
  spring('spring-ai', 'STREAMABLE', '/mcp'),
  spring('spring-ai stateless', 'STATELESS', '/mcp'),
  spring('spring-ai sse', 'SSE', '/sse'),
  conformanceOfGo('conformance of go-sdk', false),
  conformanceOfGo('conformance of go-sdk stateless', true),
  ...(checkout === undefined ? [] : [conformance(checkout)]),
];
