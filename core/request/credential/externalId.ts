/** The external ID with which the sandbox assumes a role of AWS (docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html). */

/**
 * What the trust policy of a role compares (`sts:ExternalId`): the server, and the host that its credential is bound to. So a role that
 * trusts one server is of no use to another one, and not at another host.
 */
export const externalIdOf = (serverId: string, origin: string): string => `${serverId}:${new URL(origin).host}`;
