/**
 * Schemas of exporting, importing and duplicating servers. A definition contains no credential, no token and no URL that
 * may contain a secret.
 */
import * as z from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { approvedWords, models, serverName } from '../lib/zod/fields.ts';
import { EXPOSITIONS } from '../model/exposition.ts';
import { exportedHeaders } from '../tools/schemas/staticHeaders.ts';
import { toolDefinition } from '../tools/schemas/toolDefinition.ts';
import { auth, credentialShape } from './credentials.ts';
import { deployment } from './deployments.ts';
import { governanceChange, governanceOverrides } from './governance.ts';
import { projectId } from './projects.ts';
import { withoutRepairs } from './repairs.ts';
import { copiedSettings } from './serverSettings.ts';
import { archiveRoot, baseUrl, document, documentUrl, newHosts, tags } from './servers.ts';
import { server } from './serverViews.ts';

/** Value of `format` in an exported definition. */
export const DEFINITION_FORMAT = 'portcullis-server';
/** Value of `version` in an exported definition. */
export const DEFINITION_VERSION = 1;

const source = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('openapi'),
    url: documentUrl.optional().describe('Absent when the description was uploaded, or its URL may contain a key'),
    tags: tags.optional(),
    withoutRepairs: withoutRepairs.optional(),
    root: archiveRoot.optional(),
  }),
  z.strictObject({ kind: z.literal('mcp') }),
  z.strictObject({ kind: z.literal('manual') }),
]);

const credential = z.strictObject({
  origin: z.string().max(2_048).describe('Where it is sent'),
  ...credentialShape,
  type: credentialShape.type.exclude(['none']),
});

const shape = {
  format: z.literal(DEFINITION_FORMAT),
  formatVersion: z.literal(DEFINITION_VERSION),
  name: serverName,
  baseUrl,
  source,
  credentials: z
    .array(credential)
    .max(LIMITS.approvedHosts + 1)
    .describe('The kinds of credentials that the server has, without their values'),
  hosts: z
    .array(z.string().max(2_048))
    .max(LIMITS.approvedHosts)
    .describe('Approved hosts; an import approves none of them'),
  exposition: z.enum(EXPOSITIONS),
  signed: z.boolean(),
  ...copiedSettings,
  headers: exportedHeaders.optional(),
  tools: z.array(toolDefinition).max(LIMITS.toolsPerServer),
};

/** A definition as it is imported. Every object in it is strict, because the file is untrusted. */
export const serverDefinition = z.strictObject({ ...shape, governance: governanceChange });
/** A server's definition, as it is imported. */
export type ServerDefinition = z.infer<typeof serverDefinition>;

/** A server's definition, as it is exported. */
export type ExportedServer = z.infer<typeof exportedServer>;

/** The definition of a server as it is exported. */
export const exportedServer = z.object({ ...shape, governance: governanceOverrides }).register(models, {
  id: 'ServerDefinition',
  description: 'A server as a file: its settings and tools, without credentials, tokens and secret addresses.',
});

const making = {
  name: serverName.optional().describe('When unset, that of the original'),
  auth: auth.optional().describe('The credential for the base URL; none when unset'),
  hosts: newHosts.optional(),
  approvedWords: approvedWords.optional(),
  project: projectId.optional().describe('Where it is to be; when unset, that of the original, or default for a file'),
};

/** Request to make a server from a definition. */
export const definitionImport = z
  .strictObject({
    definition: document.describe(
      'An exported definition: its JSON, its text, or {"base64"} of the file, which may be gzip-compressed',
    ),
    ...making,
  })
  .register(models, { id: 'DefinitionImport' });

/** Request to copy a server. */
export const duplication = z.strictObject(making).register(models, { id: 'Duplication' });

/** Answer to a copy. */
export const copiedServer = z
  .object({
    server,
    deployment,
    missing: z
      .object({
        credentials: z
          .array(credential)
          .describe('Set them with PUT …/credentials; until then requests are sent without'),
        headers: z.array(z.string()).describe('Names of headers whose secret values were not copied'),
        hosts: z.array(z.string()).describe('Not approved; the tools there are left out'),
        description: z.boolean().describe('A re-import needs the API description again, with PATCH and source'),
      })
      .describe('What the original has and the copy lacks'),
  })
  .register(models, { id: 'CopiedServer' });
