/**
 * The headers that an owner gives a server, in the tools that send them. Only tools at the origin of the base URL do: another host has no
 * part in what this one asks for. An owner's header has no other value, so an argument for it is taken out of the tool.
 */
import { PortcullisError } from '../../lib/errors.ts';
import { isObject, type JsonSchema } from '../../lib/json/value.ts';
import { originOf } from '../../lib/url/baseUrl.ts';
import { otherOrigin } from '../../model/hosts.ts';
import type { ServerRow } from '../../model/server.ts';
import type { Tool } from '../../model/tool.ts';

/**
 * The tool with the server's headers and without arguments for headers whose value the owner has fixed.
 * @throws PortcullisError `credential_bound` for a sealed header of another origin
 */
export function withServerHeaders(
  tool: Tool,
  { headers = [] }: Pick<ServerRow, 'headers'>,
  baseUrl: string,
): Tool & { readonly sealedHeaders?: readonly string[] } {
  const isHome = otherOrigin(tool, baseUrl) === undefined;
  const ours = headers.filter(({ tools }) => isHome && (tools === undefined || tools.includes(tool.name)));
  const own = tool.edited.includes('headers') || tool.origin === 'manual' ? Object.keys(tool.headers ?? {}) : [];
  if (ours.length === 0 && own.length === 0) return tool;
  for (const { name, sealed } of ours) {
    if (!sealed || sealed.origin === originOf(baseUrl)) continue;
    throw new PortcullisError(
      'credential_bound',
      `The header ${name} was stored for ${sealed.origin} and is sent nowhere else. Give it again, or remove it.`,
    );
  }
  const fixed = new Set([...ours.map(({ name }) => name), ...own].map((name) => name.toLowerCase()));
  const plain = ours.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  const sealedHeaders = ours.flatMap(({ name, sealed }) => (sealed ? [name] : []));
  const replaced = new Set(ours.map(({ name }) => name.toLowerCase()));
  const kept = Object.entries(tool.headers ?? {});
  // What was given for this tool goes before what is for all.
  const isOwn = new Set(own.map((name) => name.toLowerCase()));
  const all = [
    ...kept.filter(([name]) => isOwn.has(name.toLowerCase()) || !replaced.has(name.toLowerCase())),
    ...plain.filter(([name]) => !isOwn.has(name.toLowerCase())),
  ];
  const { headers: _, ...rest } = withoutArguments(tool, fixed);
  return {
    ...rest,
    ...(all.length > 0 && { headers: Object.fromEntries(all) }),
    ...(sealedHeaders.length > 0 && { sealedHeaders }),
  };
}

function withoutArguments(tool: Tool, fixed: ReadonlySet<string>): Tool {
  const isFixed = ({ in: place, name }: Tool['parameters'][number]) =>
    place === 'header' && fixed.has(name.toLowerCase());
  const gone = new Set(tool.parameters.filter(isFixed).map(({ argument }) => argument));
  if (gone.size === 0) return tool;
  const { properties, required, ...schema } = tool.inputSchema;
  const kept = isObject(properties) ? Object.entries(properties).filter(([name]) => !gone.has(name)) : [];
  const needed = Array.isArray(required) ? required.filter((name) => !gone.has(String(name))) : [];
  const inputSchema: JsonSchema = {
    ...schema,
    ...(properties !== undefined && { properties: Object.fromEntries(kept) }),
    ...(needed.length > 0 && { required: needed }),
  };
  return { ...tool, inputSchema, parameters: tool.parameters.filter((parameter) => !isFixed(parameter)) };
}
