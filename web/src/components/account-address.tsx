/** The address where the people of a server's clients connect their own accounts, to pass on. */

import { accountPage } from '../lib/account-page.ts';
import { useSession } from '../state/session.tsx';
import { CopyButton } from './copy-button.tsx';

export function AccountAddress({ serverId }: { readonly serverId: string }) {
  const address = `${useSession().config.edgeUrl}${accountPage(serverId)}`;
  return (
    <div className="stack tight">
      <span>
        People connect their account here, with their connection token or by logging in. A call without an account
        returns this URL to the model.
      </span>
      <div className="row tight">
        <a className="mono break" href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
        <CopyButton text={address} label="Copy" of="the address for people’s accounts" />
      </div>
    </div>
  );
}
