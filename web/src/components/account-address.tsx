/** The address where the people of a server's clients connect their own accounts, to pass on. */

import { accountPage } from '../lib/account-page.ts';
import { useSession } from '../state/session.tsx';
import { CopyButton } from './copy-button.tsx';

export function AccountAddress({ serverId }: { readonly serverId: string }) {
  const address = `${useSession().config.edgeUrl}${accountPage(serverId)}`;
  return (
    <div className="stack tight">
      <span>
        People connect their account here, with the token of their client or by logging in; no role is needed. A call
        without an account tells the model this address.
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
