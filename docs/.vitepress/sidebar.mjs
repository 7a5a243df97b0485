/**
 * Every page of the documentation, in the order in which a reader finds it. A test fails for a page that is not here, and for one that is
 * not there. The pages of the reference are generated (scripts/docs/reference), and so is their list.
 */

const group = (text, folder, pages) => ({
  text,
  items: pages.map(([name, title]) => ({ text: title, link: `/${folder}/${name}` })),
});

const linkOf = ({ path, title }) => ({ text: title, link: `/reference/${path}` });

/** Pages of the management API are below its overview, folded. */
const referenceGroup = (pages) => ({
  text: 'Reference',
  items: pages
    .filter(({ path }) => !path.startsWith('api/'))
    .map((page) =>
      page.path === 'management-api'
        ? { ...linkOf(page), collapsed: true, items: pages.filter(({ path }) => path.startsWith('api/')).map(linkOf) }
        : linkOf(page),
    ),
});

/**
 * The groups of the sidebar.
 *
 * @param {readonly { path: string, title: string }[]} reference
 */
export const sidebarOf = (reference) => [
  group('Tutorials', 'tutorials', [
    ['first-server', 'First server in five minutes'],
    ['own-api', 'Your API, with OAuth'],
    ['redaction', 'Redaction for your API'],
    ['aws', 'Going live on AWS'],
  ]),
  group('Guides', 'guides', [
    ['credentials', 'Credentials of the API'],
    ['aws-secrets', 'Secrets that stay in AWS'],
    ['own-names', 'Each person under their own name'],
    ['clients', 'Tokens and AI clients'],
    ['sign-in', 'Sign-in with own accounts'],
    ['scim', 'People from your identity provider'],
    ['tool-lists', 'Tool lists and search'],
    ['toolsets', 'Several servers at one address'],
    ['mcp-servers', 'MCP servers that exist already'],
    ['answers', 'Answers'],
    ['long-calls', 'Calls that take minutes'],
    ['limits', 'Limits and circuit breaker'],
    ['projects', 'Several teams'],
    ['policies', 'Policies on calls and arguments'],
    ['floor', 'Rules for all servers'],
    ['four-eyes', 'Two people for a change'],
    ['ci', 'Lockfile and CI'],
    ['declarations', 'Servers in Git'],
    ['cdk', 'In your own CDK app'],
    ['private-apis', 'Private APIs in your own network'],
    ['governed-accounts', 'Accounts with guardrails'],
    ['regions', 'Several regions'],
    ['monitoring', 'Monitoring and alarms'],
    ['backup', 'Backup, restore, upgrade'],
    ['cost', 'Cost'],
  ]),
  referenceGroup(reference),
  group('Background', 'background', [
    ['architecture', 'Architecture'],
    ['threats', 'Threat model'],
    ['redaction', 'How redaction is measured'],
    ['refused', 'What Portcullis refuses'],
  ]),
];
