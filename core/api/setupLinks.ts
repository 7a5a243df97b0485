/** Schemas of set-up links: links that create a connection token when they are opened, so that no token goes through chat or mail. */
import * as z from 'zod';
import { SETUP_LINK_ID } from '../lib/ids.ts';
import { models, time } from '../lib/zod/fields.ts';
import { connection } from './tokens.ts';

/** Id of a set-up link. */
export const setupLinkId = z.string().regex(SETUP_LINK_ID).describe('link_ and a ULID');

/** Answer to a new link. */
export const createdSetupLink = z
  .object({
    id: setupLinkId,
    url: z
      .string()
      .describe(
        'The link, which is shown only here. Its secret is the part behind #, which browsers send to no server',
      ),
    expiresAt: time,
  })
  .register(models, { id: 'CreatedSetupLink' });

/** Request to open a link. */
export const setupLinkOpening = z
  .strictObject({
    link: z
      .string()
      .max(200)
      // No expression of ours for the whole: a mistyped link is refused as one that was used, which tells nobody what is right about it.
      .describe('What stands behind # in the link'),
  })
  .register(models, { id: 'SetupLinkOpening' });

/** Answer to an opened link: what sets up a client. */
export const openedSetupLink = z
  .object({ server: z.object({ name: z.string() }), ...connection })
  .register(models, { id: 'OpenedSetupLink' });
