/**
 * The product's own words that pages use, where the field has none: each with the spellings by which texts are linked to it. They stand at the
 * top of the help page. A text uses no other word of its own (test/unit/strings.test.ts).
 */
interface Term {
  /** Its anchor on the help page is `term-` and this. */
  readonly id: string;
  readonly title: string;
  /** A pattern without groups: how it is spelled inside of a text. */
  readonly words: string;
  readonly text: string;
}

export const GLOSSARY: readonly Term[] = [
  {
    id: 'token',
    title: 'Connection token',
    words: 'connection tokens?',
    text: 'The secret in an MCP URL. It gives one client access to one server, or to some of its tools.',
  },
  {
    id: 'governance',
    title: 'Governance',
    words: 'governance',
    text: 'What happens to an answer before a client gets it: redaction, size limits, notes.',
  },
  {
    id: 'mask',
    title: 'Mask',
    words: 'masks?',
    text: 'What a model gets in place of a redacted value, with the kind of the value: [REDACTED:email].',
  },
  {
    id: 'pseudonym',
    title: 'Pseudonym',
    words: 'pseudonyms?',
    text: 'A short code in a mask that is the same wherever the value is the same: [REDACTED:email:k7m2c4x].',
  },
  {
    id: 'placeholder',
    title: 'Placeholder',
    words: 'placeholders?',
    text: 'A mask that chosen tools turn back into the value: [EMAIL:…]. The model passes it on without seeing the value.',
  },
  {
    id: 'stored',
    title: 'Stored answer',
    words: 'stored answers?',
    text: 'The whole answer of a call, kept with its audit entry for some days. Only members of the group answer-reader can view it.',
  },
  {
    id: 'lockfile',
    title: 'Locked tool list (lockfile)',
    words: 'locked (?:tool )?lists?|lockfiles?|tool list is locked',
    text: 'The signed record of the tools that a person has approved. A deployment that would change them waits for approval.',
  },
  {
    id: 'version',
    title: 'Version',
    words: 'live version',
    text: 'The tools and settings of a server as clients get them. Each deployment or edit makes a new one; you can roll back to the last ones.',
  },
  {
    id: 'repair',
    title: 'Repair',
    words: 'repairs?',
    text: 'A correction that the import makes to a known fault of an API description.',
  },
  {
    id: 'private',
    title: 'Private host',
    words: 'private hosts?',
    text: 'A host without public addresses, in a network that the installation can reach.',
  },
  {
    id: 'sandbox',
    title: 'Sandbox',
    words: 'sandbox',
    text: 'The isolated function from which calls are sent to the API. Only it decrypts credentials, each server’s in its own.',
  },
];

/** The place of a term on the help page. */
export const termAnchor = (id: string): string => `term-${id}`;
