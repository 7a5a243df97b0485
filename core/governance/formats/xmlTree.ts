/**
 * XML as an object: elements and attributes are members, repeated elements a list, so that parents and siblings mean
 * the same as in JSON. The text of an element with attributes is its member `value` (`<p name="password">`). Elements
 * that each follow a `key` element are members with that name (property lists, maps).
 */

import { decodeEntities, encodeEntities } from '../../lib/entities.ts';
import { attributesIn, localName, TAG } from './markupTags.ts';
import type { Leaf, Members, Node } from './positions.ts';

/** Deeper elements are left to the second reading (markup.ts). */
const MAX_DEPTH = 200;

interface Child {
  readonly name: string;
  readonly node: Node;
}
interface Open {
  readonly name: string;
  readonly attributes: readonly Child[];
  readonly children: Child[];
  /** Where its content begins. */
  readonly from: number;
  cdata: number;
}

/** The elements of a document as an object. A document that is not well-formed is read as far as possible. */
export function readXml(source: string): Members {
  const root: Open = { name: '', attributes: [], children: [], from: 0, cdata: 0 };
  const stack: Open[] = [root];
  for (const hit of source.matchAll(TAG)) {
    const [whole, cdata, closing, name, attributes = ''] = hit;
    const top = stack.at(-1) ?? root;
    if (cdata !== undefined) top.cdata++;
    if (name === undefined) continue;
    const local = localName(name);
    const end = hit.index + whole.length;
    if (closing === '/') {
      const at = stack.findLastIndex((open) => open.name === local);
      // Elements that were opened inside and never closed are dropped.
      if (at < 1) continue;
      const open = stack[at] ?? root;
      stack.length = at;
      stack[at - 1]?.children.push({ name: local, node: nodeOf(open, source, hit.index) });
    } else {
      const open: Open = {
        name: local,
        attributes: attributes.includes('=') ? attributesAt(attributes, hit.index + 1 + name.length) : [],
        children: [],
        from: end,
        cdata: 0,
      };
      if (whole.endsWith('/>')) top.children.push({ name: local, node: nodeOf(open, source, end) });
      else if (stack.length < MAX_DEPTH) stack.push(open);
    }
  }
  // Elements that are still open end with the text.
  for (let open = stack.pop() ?? root; stack.length > 0; open = stack.pop() ?? root)
    stack.at(-1)?.children.push({ name: open.name, node: nodeOf(open, source, source.length) });
  return membersOf(root.children);
}

function attributesAt(attributes: string, from: number): Child[] {
  return Array.from(attributesIn(attributes), ({ index, whole, name, raw, isQuoted }) => {
    const quote = isQuoted ? '' : '"';
    const end = from + index + whole.length - (isQuoted ? 1 : 0);
    const encode = (text: string): string => `${quote}${encodeEntities(text)}${quote}`;
    return {
      name: localName(name),
      node: { value: decodeEntities(raw), range: { start: end - raw.length, end, open: '', close: '', encode } },
    };
  });
}

function nodeOf(open: Open, source: string, end: number): Node {
  const isLeaf = open.children.length === 0;
  const text = isLeaf ? leafOf(source, open.from, end, open.cdata) : undefined;
  if (open.attributes.length === 0 && text) return text;
  const { members } = membersOf(open.children);
  for (const { name, node } of open.attributes) members.push({ key: name, range: undefined, node });
  if (text) members.push({ key: 'value', range: undefined, node: text });
  return { members };
}

function leafOf(source: string, from: number, to: number, cdata: number): Leaf | undefined {
  let start = from;
  let end = to;
  if (cdata > 0) {
    const hit = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(source.slice(from, to));
    if (!hit || cdata > 1) return undefined;
    start = source.indexOf('<![CDATA[', from) + 9;
    end = start + (hit[1]?.length ?? 0);
  }
  while (start < end && source.charCodeAt(start) <= 32) start++;
  while (end > start && source.charCodeAt(end - 1) <= 32) end--;
  const raw = source.slice(start, end);
  if (raw === '' || raw.includes('<')) return undefined;
  if (cdata > 0) return { value: raw, range: { start, end, open: '', close: '', encode: undefined } };
  return { value: decodeEntities(raw), range: { start, end, open: '', close: '', encode: encodeEntities } };
}

function membersOf(children: readonly Child[]): Members {
  const keyed = byKeys(children) ?? byMembers(children);
  if (keyed) return keyed;
  const byName = new Map<string, Node[]>();
  for (const { name, node } of children) {
    const known = byName.get(name);
    if (known) known.push(node);
    else byName.set(name, [node]);
  }
  return {
    members: [...byName].map(([key, nodes]) => ({
      key,
      range: undefined,
      node: nodes.length === 1 && nodes[0] !== undefined ? nodes[0] : { items: nodes },
    })),
  };
}

/** The members of `<key>a</key><string>b</string>…`; undefined for other children. */
function byKeys(children: readonly Child[]): Members | undefined {
  if (
    children.length < 2 ||
    children.length % 2 !== 0 ||
    !children.every(({ name }, at) => at % 2 === 1 || name === 'key')
  )
    return undefined;
  const members: Members['members'] = [];
  for (let at = 0; at < children.length; at += 2) {
    const key = children[at]?.node;
    const value = children[at + 1]?.node;
    if (key === undefined || value === undefined || !('range' in key)) return undefined;
    members.push({ key: String(key.value), range: undefined, node: value });
  }
  return { members };
}

/** The members of a structure in XML-RPC (`<member><name>a</name><value><string>b</string></value></member>`). */
function byMembers(children: readonly Child[]): Members | undefined {
  if (children.length === 0 || children[0]?.name !== 'member') return undefined;
  const members: Members['members'] = [];
  for (const { name, node } of children) {
    if (name !== 'member' || !('members' in node)) return undefined;
    const key = node.members.find((member) => member.key === 'name')?.node;
    const value = node.members.find((member) => member.key === 'value')?.node;
    if (key === undefined || value === undefined || !('range' in key)) return undefined;
    members.push({ key: String(key.value), range: undefined, node: plainValue(value) });
  }
  return { members };
}

const VALUE_TYPE = /^(?:string|int|i4|i8|double|boolean|dateTime\.iso8601|base64|struct|array|data|value)$/;

/** A value of XML-RPC without the elements for its type. */
function plainValue(node: Node): Node {
  if ('items' in node) return { items: node.items.map(plainValue) };
  const [only] = 'members' in node ? node.members : [];
  return 'members' in node && node.members.length === 1 && only !== undefined && VALUE_TYPE.test(only.key)
    ? plainValue(only.node)
    : node;
}
