/**
 * The language of CloudFront Functions, runtime 2.0: refuses what the runtime does not have, and makes the code count its steps. The list
 * is that of the developer guide, "JavaScript runtime 2.0 features for CloudFront Functions"; what is not in it is refused. Methods are
 * checked by their names alone, because types are not known.
 */
import { type AnyNode, type Program, parse } from 'acorn';
import { unsupported } from '../template/strict.ts';

/** CloudFront quotas: the largest function. */
const CODE_BYTES = 10_240;

/** Function that counts a step of the code; a name that no code of ours has. */
export const STEP = '__step';

const STATEMENTS =
  'Program BlockStatement EmptyStatement ExpressionStatement ReturnStatement BreakStatement ContinueStatement LabeledStatement ' +
  'IfStatement SwitchStatement SwitchCase ThrowStatement TryStatement CatchClause WhileStatement DoWhileStatement ForStatement ' +
  'ForInStatement VariableDeclaration VariableDeclarator FunctionDeclaration ImportDeclaration ImportDefaultSpecifier';
const EXPRESSIONS =
  'Identifier Literal ThisExpression ArrayExpression ObjectExpression Property FunctionExpression ArrowFunctionExpression ' +
  'UnaryExpression UpdateExpression BinaryExpression AssignmentExpression LogicalExpression MemberExpression ConditionalExpression ' +
  'CallExpression NewExpression SequenceExpression TemplateLiteral TemplateElement AwaitExpression RestElement';
const NODES: ReadonlySet<string> = new Set(`${STATEMENTS} ${EXPRESSIONS}`.split(' '));

const GLOBALS: ReadonlySet<string> = new Set(
  (
    'Object String Number Math Date RegExp JSON Array Promise Symbol Boolean ArrayBuffer DataView Float32Array Float64Array Int8Array ' +
    'Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array Uint32Array TextDecoder TextEncoder console Error EvalError ' +
    'RangeError ReferenceError SyntaxError TypeError URIError globalThis decodeURI decodeURIComponent encodeURI encodeURIComponent ' +
    'isFinite isNaN parseFloat parseInt atob btoa NaN Infinity undefined arguments Buffer'
  ).split(' '),
);

/** Methods of later editions, and some of ES 6 to 9, that the runtime's list leaves out. */
const MISSING_METHODS: ReadonlySet<string> = new Set(
  (
    'at flat flatMap fromEntries matchAll hasOwn findLast findLastIndex toSorted toReversed toSpliced with groupBy withResolvers ' +
    'isWellFormed toWellFormed normalize localeCompare structuredClone getOwnPropertySymbols raw dotAll unicode'
  ).split(' '),
);

/** What of `cloudfront` the local edge does. */
const CLOUDFRONT_METHODS: ReadonlySet<string> = new Set(['kvs', 'selectRequestOriginById']);

/** A function's code as the local edge runs it. */
export interface EdgeCode {
  /** Counts a step at each call of a function and each round of a loop. */
  readonly text: string;
  /** The name under which the code imports `cloudfront`. */
  readonly cloudfront: string | undefined;
}

/**
 * Checks a function's code. `name`: what errors call it.
 * @throws PortcullisError `template_unsupported` with the line of what CloudFront's runtime would refuse
 */
export function checkedCode(name: string, code: string): EdgeCode {
  const bytes = Buffer.byteLength(code);
  if (bytes > CODE_BYTES)
    throw unsupported(`${name} has ${bytes} bytes; a CloudFront Function may have ${CODE_BYTES}.`);
  let program: Program;
  try {
    // As a module, because functions run in strict mode and may import.
    program = parse(code, {
      ecmaVersion: 2022,
      sourceType: 'module',
      locations: true,
      allowAwaitOutsideFunction: false,
    });
  } catch (error) {
    throw unsupported(`${name} is not valid: ${(error as Error).message}.`);
  }
  return new Checker(name, code).run(program);
}

type Node = AnyNode;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

class Checker {
  private readonly insertions: Array<readonly [at: number, text: string]> = [];
  private readonly declared = new Set<string>();
  private readonly used: Array<readonly [name: string, node: Node]> = [];
  private readonly cloudfrontMembers: Array<readonly [object: string, member: string, node: Node]> = [];
  private cloudfront: string | undefined;
  private readonly name: string;
  private readonly code: string;
  private removed: readonly [number, number] = [0, 0];
  private asyncFunctions = 0;

  constructor(name: string, code: string) {
    this.name = name;
    this.code = code;
  }

  run(program: Program): EdgeCode {
    this.visit(program);
    for (const [name, node] of this.used)
      if (!this.declared.has(name) && !GLOBALS.has(name)) this.refuse(node, `the name ${name}`);
    for (const [object, member, node] of this.cloudfrontMembers)
      if (object === this.cloudfront && !CLOUDFRONT_METHODS.has(member))
        throw unsupported(
          `${this.name}, line ${node.loc?.start.line}: the local edge does not do ${object}.${member}.`,
        );
    if (!this.declared.has('handler')) throw unsupported(`${this.name} has no function handler.`);
    return { text: this.instrumented(), cloudfront: this.cloudfront };
  }

  private refuse(node: Node, what: string): never {
    const line = node.loc?.start.line;
    throw unsupported(`${this.name}, line ${line}: CloudFront's JavaScript runtime 2.0 does not have ${what}.`);
  }

  private visit(node: Node): void {
    if (!NODES.has(node.type)) this.refuse(node, WORDS[node.type] ?? node.type);
    this.check(node);
    const isAsync = 'async' in node && node.async === true;
    if (isAsync) this.asyncFunctions++;
    if (node.type === 'AwaitExpression' && this.asyncFunctions === 0) this.refuse(node, 'await outside of functions');
    for (const [key, value] of Object.entries(node)) {
      if (isPlainName(node, key)) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) this.visit(child);
    }
    if (isAsync) this.asyncFunctions--;
  }

  private check(node: Node): void {
    switch (node.type) {
      case 'Identifier':
        this.used.push([node.name, node]);
        return;
      case 'Literal':
        if ('bigint' in node && node.bigint) this.refuse(node, 'BigInt');
        if ('regex' in node && node.regex && /[^gimy]/.test(node.regex.flags))
          this.refuse(node, `the flags ${node.regex.flags}`);
        return;
      case 'LogicalExpression':
        if (node.operator === '??') this.refuse(node, 'the operator ??');
        return;
      case 'AssignmentExpression':
        if (/^(\?\?|&&|\|\|)=$/.test(node.operator)) this.refuse(node, `the operator ${node.operator}`);
        return;
      case 'Property':
        if (node.shorthand) this.refuse(node, 'shorthand properties');
        if (node.method) this.refuse(node, 'methods in object literals');
        if (node.computed) this.refuse(node, 'computed property names');
        return;
      case 'CatchClause':
        if (!node.param) this.refuse(node, 'a catch without a name');
        this.bind(node.param as Node);
        return;
      case 'VariableDeclarator':
        this.bind(node.id as Node);
        return;
      case 'MemberExpression':
        this.member(node);
        return;
      case 'ImportDeclaration':
        this.imported(node);
        return;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.functionLike(node);
        return;
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'ForInStatement':
        this.count(node.body as Node, false);
        return;
    }
  }

  private bind(pattern: Node): void {
    const target = pattern.type === 'RestElement' ? (pattern.argument as Node) : pattern;
    if (target.type !== 'Identifier') this.refuse(target, WORDS[target.type] ?? target.type);
    this.declared.add(target.name);
  }

  private member(node: Extract<Node, { type: 'MemberExpression' }>): void {
    if (node.computed || node.property.type !== 'Identifier') return;
    if (MISSING_METHODS.has(node.property.name)) this.refuse(node, `.${node.property.name}`);
    if (node.property.name === 'constructor') this.refuse(node, 'code from strings, to which .constructor leads');
    if (node.object.type === 'Identifier') this.cloudfrontMembers.push([node.object.name, node.property.name, node]);
  }

  private imported(node: Extract<Node, { type: 'ImportDeclaration' }>): void {
    const [specifier, ...others] = node.specifiers;
    if (node.source.value !== 'cloudfront' || !specifier || others.length > 0 || this.cloudfront)
      this.refuse(node, 'this import');
    this.cloudfront = specifier.local.name;
    this.declared.add(this.cloudfront);
    this.removed = [node.start, node.end];
  }

  private functionLike(
    node: Extract<Node, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>,
  ): void {
    if (node.generator) this.refuse(node, 'generators');
    if (node.async && node.type !== 'FunctionDeclaration') this.refuse(node, 'async closures');
    if (node.id) this.declared.add(node.id.name);
    for (const parameter of node.params) this.bind(parameter as Node);
    this.count(node.body as Node, node.body.type !== 'BlockStatement');
  }

  /** Has a body count a step before anything else. */
  private count(body: Node, isExpression: boolean): void {
    if (isExpression) this.insertions.push([body.start, `(${STEP}(), (`], [body.end, '))']);
    else if (body.type === 'BlockStatement') this.insertions.push([body.start + 1, `${STEP}();`]);
    else this.insertions.push([body.start, `{${STEP}();`], [body.end, '}']);
  }

  private instrumented(): string {
    const [from, to] = this.removed;
    // What is inserted at one place keeps its order: an inner body's end stands before the outer one's.
    const insertions = this.insertions
      .map(([at, text], index) => ({ at, text, order: text.endsWith(')') || text === '}' ? -index : index }))
      .sort((a, b) => a.at - b.at || a.order - b.order);
    let text = '"use strict";';
    let done = 0;
    const copy = (until: number) => {
      if (done < to && until > from) text += this.code.slice(done, Math.max(done, from)) + this.code.slice(to, until);
      else text += this.code.slice(done, until);
      done = until;
    };
    for (const { at, text: inserted } of insertions) {
      copy(at);
      text += inserted;
    }
    copy(this.code.length);
    return text;
  }
}

/** Whether a child is a name and no use of a variable: `b` in `a.b` and `{ b: 1 }`, labels, and what imports and declarations name. */
function isPlainName(node: Node, key: string): boolean {
  if (node.type === 'MemberExpression') return key === 'property' && !node.computed;
  if (node.type === 'Property') return key === 'key' && !node.computed;
  if (node.type === 'ImportDeclaration') return true;
  return key === 'label';
}

/** What errors call a node. */
const WORDS: Readonly<Record<string, string>> = {
  ForOfStatement: 'for-of',
  ClassDeclaration: 'classes',
  ClassExpression: 'classes',
  SpreadElement: 'the spread syntax',
  ObjectPattern: 'destructuring',
  ArrayPattern: 'destructuring',
  AssignmentPattern: 'default values of parameters',
  ChainExpression: 'the operator ?.',
  YieldExpression: 'generators',
  ImportExpression: 'import()',
  TaggedTemplateExpression: 'tagged templates',
  MetaProperty: 'import.meta and new.target',
  ExportNamedDeclaration: 'export',
  ExportDefaultDeclaration: 'export',
  DebuggerStatement: 'debugger',
};
