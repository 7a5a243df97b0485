/**
 * Whose session it is: the token's, and beside home the region's as well. The push channel that carries the answers is the
 * region's own, so a session is unknown in every other one, and its client connects anew instead of waiting in vain.
 */
export const sessionOwner = (tokenHash: string): string =>
  process.env['TABLE_GATES'] ? `${tokenHash}@${process.env['AWS_REGION']}` : tokenHash;
