/** The panel that registers a client. It passes the secret to its caller and does not keep it. */
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { parsedJson } from '../../../../core/lib/json/parsed.ts';
import { isObject } from '../../../../core/lib/json/value.ts';
import { ApiError, call } from '../../api/client.ts';
import type { CreatedOauthClient, NewOauthClient } from '../../api/types.ts';
import { AreaField } from '../../components/form-fields.tsx';
import { SidePanel } from '../../components/side-panel.tsx';
import { focusFault } from '../../lib/fault-focus.ts';
import { useNotify } from '../../state/notices.tsx';

type Auth = NewOauthClient['auth'];

interface NewClientProps {
  readonly onClose: () => void;
  readonly onMade: (made: CreatedOauthClient) => void;
}

interface Faults {
  readonly name?: string | undefined;
  readonly redirectUris?: string | undefined;
  readonly keys?: string | undefined;
}

const ACTING = [
  {
    value: 'itself',
    label: 'Machine client',
    description: 'An agent or a job, without a person who signs in. Add an access rule for it.',
  },
  { value: 'people', label: 'App for people', description: 'Your own app, in which people sign in.' },
];
const SECRET = { value: 'secret', label: 'A secret', description: 'Created here and shown once.' };
const KEY = {
  value: 'key',
  label: 'A key',
  description: 'The client signs with its own key (private_key_jwt). Enter its public keys.',
};
const NONE = {
  value: 'none',
  label: 'Nothing',
  description: 'For apps that cannot keep a secret. Protected by PKCE.',
};

export function NewClient({ onClose, onMade }: NewClientProps) {
  const notify = useNotify();
  const [name, setName] = useState('');
  const [acting, setActing] = useState('itself');
  const [auth, setAuth] = useState<Auth>('secret');
  const [addresses, setAddresses] = useState('');
  const [keys, setKeys] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [pending, setPending] = useState(false);
  const nameInput = useRef<InputProps.Ref>(null);
  useEffect(() => nameInput.current?.focus(), []);
  const isMachine = acting === 'itself';
  const proof = isMachine && auth === 'none' ? 'secret' : auth;
  const redirectUris = isMachine ? [] : addresses.split(/\s+/).filter(Boolean);
  const make = async (event: FormEvent) => {
    const form = event.currentTarget as HTMLFormElement;
    event.preventDefault();
    const given = proof === 'key' ? keysOf(keys) : {};
    const found: Faults = {
      name: name.trim() === '' ? 'Enter a name, such as “Nightly report”.' : undefined,
      redirectUris: !isMachine && redirectUris.length === 0 ? 'Enter the URL that the browser returns to.' : undefined,
      keys: given === undefined ? 'Enter a JWK Set or its https URL.' : undefined,
    };
    setFaults(found);
    if (given === undefined || Object.values(found).some((fault) => fault !== undefined)) return focusFault(form);
    setPending(true);
    try {
      onMade(
        await call('createOauthClient', {
          path: {},
          body: { name: name.trim(), redirectUris, isMachine, auth: proof, ...given },
        }),
      );
    } catch (error) {
      const faultAt = (field: string) => (error instanceof ApiError ? error.faultOf(field) : undefined);
      const all: Faults = {
        name: faultAt('name'),
        redirectUris: faultAt('redirectUris'),
        keys: faultAt('jwks') ?? faultAt('jwksUri'),
      };
      setFaults(all);
      if (Object.values(all).every((fault) => fault === undefined)) notify.failure(error);
      else focusFault(form);
    } finally {
      setPending(false);
    }
  };
  return (
    <SidePanel title="Register a client" onClose={onClose}>
      <form className="stack" onSubmit={(event) => void make(event)} noValidate>
        <FormField label="Name" description="Shown to people on the consent page." errorText={faults.name} stretch>
          <Input ref={nameInput} value={name} ariaRequired onChange={({ detail }) => setName(detail.value)} />
        </FormField>
        <FormField label="Type" stretch>
          <RadioGroup value={acting} items={ACTING} onChange={({ detail }) => setActing(detail.value)} />
        </FormField>
        {!isMachine && (
          <AreaField
            label="Redirect URIs"
            description="One per line: https, http on localhost with any port, or the app’s own scheme."
            errorText={faults.redirectUris}
            value={addresses}
            rows={3}
            spellcheck={false}
            placeholder="https://agent.example.com/callback"
            onChange={setAddresses}
          />
        )}
        <FormField label="Authenticates with" stretch>
          <RadioGroup
            value={proof}
            items={isMachine ? [SECRET, KEY] : [SECRET, KEY, NONE]}
            onChange={({ detail }) => setAuth(detail.value as Auth)}
          />
        </FormField>
        {proof === 'key' && (
          <AreaField
            label="Public keys"
            description="A JWK Set, or the https URL where the client publishes it."
            errorText={faults.keys}
            value={keys}
            rows={6}
            spellcheck={false}
            onChange={setKeys}
          />
        )}
        <div>
          <Button variant="primary" loading={pending}>
            Register
          </Button>
        </div>
      </form>
    </SidePanel>
  );
}

/** The keys of a text: a JWK Set or its https address; undefined if it is neither. */
function keysOf(text: string): Pick<NewOauthClient, 'jwks' | 'jwksUri'> | undefined {
  if (/^https:\/\/\S+$/.test(text.trim())) return { jwksUri: text.trim() };
  const jwks = parsedJson(text);
  return isObject(jwks) ? { jwks } : undefined;
}
