/** Who sends the mails of the login (Amazon Cognito developer guide, email settings for user pools). */
import { z } from 'zod';
import { host, region } from './fields.ts';

/** The domain of an address. */
export const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The setting. */
export const mailSettings = {
  /**
   * Sends the login's mails (invitations, forgotten passwords) by Amazon SES. Without it Cognito sends them itself, 50 a day from an address
   * of Amazon's. `from` is the sender, `name` what stands before it, `identity` the verified domain or address of SES that it belongs to
   * (unset: the domain of `from`), `region` where that identity is (unset: the home region). The account must be out of the sandbox of SES.
   */
  mail: z
    .strictObject({
      from: z.email().max(254),
      name: z
        .string()
        .regex(/^[\p{L}\p{N} &'.-]{1,64}$/u, "has other characters than letters, digits, spaces and & ' . -")
        .optional(),
      identity: z.union([host, z.email()]).optional(),
      region: region.optional(),
    })
    .refine(
      ({ from, identity = hostOf(from) }) =>
        identity.includes('@') ? identity === from : `.${hostOf(from)}`.endsWith(`.${identity}`),
      { error: 'is not the address of from, nor a domain that it is in', path: ['identity'] },
    )
    .optional(),
};
