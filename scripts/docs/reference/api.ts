/** The management API, a page for each tag of its own OpenAPI description. */
import { apiDescription } from '../../../core/api/routes/openapi.ts';
import {
  type ApiDescription,
  type ApiOperation,
  type Field,
  fieldsOf,
  operationsByTag,
} from '../../../web/src/api/api-description.ts';
import { code, page, plain, table } from './markdown.ts';

const slugOf = (tag: string): string => tag.toLowerCase().replace(/[^a-z0-9]+/g, '-');

const ACCESS: Readonly<Record<string, string>> = {
  token: 'a connection token of the server',
  person: 'any person who is logged in',
};

/** Pages by path below reference/, with their titles, the overview first. */
export function apiPages(): { path: string; title: string; text: string }[] {
  const description = apiDescription('https://portcullis.example.com') as unknown as ApiDescription;
  const { schemas } = description.components;
  const fieldTable = (fields: readonly Field[]) =>
    table(
      ['Name', 'Type', 'Meaning'],
      fields.map(({ name, place, isRequired, type, meaning }) => [
        code(name) + (isRequired ? ' (required)' : ''),
        code(type) + (place === undefined ? '' : ` in ${place}`),
        plain(meaning),
      ]),
    );
  const part = (title: string, schema: object | undefined) => {
    const { fields } = schema === undefined ? { fields: [] } : fieldsOf(schema, schemas);
    return fields.length === 0 ? [] : [`**${title}**`, fieldTable(fields)];
  };
  const operation = ({ verb, path, summary, role, right, parameters, body, answer, operationId }: ApiOperation) => [
    `## ${plain(summary)} {#${operationId}}`,
    code(`${verb} ${path}`),
    role === undefined
      ? 'Needs no login.'
      : `Needs ${ACCESS[role] ?? `the role ${role}`}${right === undefined ? '' : ` and the right ${code(right)}`}.`,
    ...(parameters.length > 0 ? ['**Parameters**', fieldTable(parameters)] : []),
    ...part('Body', body),
    ...part('Answer', answer),
  ];
  const tags = operationsByTag(description);
  const pages = tags.map(({ tag, operations }) => ({
    path: `api/${slugOf(tag)}`,
    title: tag,
    text: page(`API: ${plain(tag)}`, 'Part of the [management API](../management-api).', operations.flatMap(operation)),
  }));
  const overview = page(
    'Management API',
    `Everything that the dashboard does, for scripts. An installation describes itself at ${code('/v1/openapi.json')} (OpenAPI 3.1), with the schemas of all values. Send an access token as ${code('Authorization: Bearer …')}: locally that of ${code('.portcullis/local.json')}, on AWS one of the login. Errors are problem details (RFC 9457) with a stable [code](./error-codes).`,
    tags.flatMap(({ tag, operations }) => [
      `## ${plain(tag)}`,
      table(
        ['Operation', 'Address', 'Role'],
        operations.map(({ summary, verb, path, role, operationId }) => [
          `[${plain(summary)}](./api/${slugOf(tag)}#${operationId})`,
          code(`${verb} ${path}`),
          role ?? 'none',
        ]),
      ),
    ]),
  );
  return [{ path: 'management-api', title: 'Management API', text: overview }, ...pages];
}
