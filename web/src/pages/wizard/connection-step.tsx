/** The API: where its description is (URL or file), the server's name, where calls go, and how they are authenticated. */

import { AuthoritiesField } from '../../components/authorities-field.tsx';
import { ChoiceField, TextField } from '../../components/form-fields.tsx';
import { McpSignIn } from '../../components/mcp-sign-in.tsx';
import { AUTH_TYPES } from '../../lib/auth-types.ts';
import { needsConsent } from '../../lib/credentials.ts';
import { devOriginOf, underItsName, useDevUpstreams } from '../../lib/dev-upstream.ts';
import { isListed } from '../../lib/private-hosts.ts';
import { baseUrlFault } from '../../lib/url.ts';
import { AddressFields } from './address-fields.tsx';
import { DocumentChoice } from './document-choice.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { RegistryEntryFields } from './registry-entry.tsx';
import { approvedHosts, otherHostsOf, skipsSecurity, type WizardState } from './state.ts';
import type { SpecPreview } from './use-spec-preview.ts';

interface ConnectionStepProps {
  readonly state: WizardState;
  readonly faults: Readonly<Record<string, string | undefined>>;
  readonly preview: SpecPreview;
  readonly onChange: (part: Partial<WizardState>) => void;
}

export function ConnectionStep({ state, faults, preview, onChange }: ConnectionStepProps) {
  const importing = state.way === 'openapi';
  return (
    <div className={importing || state.way === 'mcp' ? 'split' : 'narrow'}>
      <div className="stack">
        {importing && <DocumentChoice state={state} fault={faults['url']} preview={preview} onChange={onChange} />}
        {state.way === 'mcp' ? (
          <RegistryEntryFields state={state} onChange={onChange}>
            <NameAndBaseUrl state={state} faults={faults} onChange={onChange} />
          </RegistryEntryFields>
        ) : (
          <NameAndBaseUrl state={state} faults={faults} onChange={onChange} />
        )}
        <Authentication state={state} onChange={onChange} />
        {state.way === 'mcp' && (
          <McpSignIn
            url={state.baseUrl.trim()}
            isComplete={baseUrlFault(state.baseUrl, state.privateHosts) === undefined}
            value={state.credentials}
            onFound={(credentials) =>
              onChange({ authType: 'oauth2', credentials, touched: { ...state.touched, auth: true } })
            }
          />
        )}
        {/* The Security step repeats them if there is one; without a credential this is the only place. */}
        {skipsSecurity(state) &&
          (preview.data?.auth.suggested.notes ?? []).map((note) => (
            <div key={note} className="small warn break">
              {note}
            </div>
          ))}
      </div>
      {importing && (
        <PreviewPanel
          preview={preview}
          tags={state.tags}
          fault={faults['tags']}
          onTags={(tags) => onChange({ tags })}
          withoutRepairs={state.withoutRepairs}
          onRepairs={(withoutRepairs) => onChange({ withoutRepairs })}
          otherHosts={otherHostsOf(state)}
          hosts={approvedHosts(state)}
          hostsFault={faults['hosts']}
          onHosts={(hosts) => onChange({ hosts })}
          exposition={state.exposition}
          onExposition={(exposition) => onChange({ exposition })}
        />
      )}
      {state.way === 'mcp' && <McpPreview state={state} preview={preview} onChange={onChange} />}
    </div>
  );
}

/** What the MCP server lists; once its credential is entered, if it wants one. */
export function McpPreview({ state, preview, onChange }: Pick<ConnectionStepProps, 'state' | 'preview' | 'onChange'>) {
  if (needsConsent(state.authType, state.credentials)) {
    return (
      <p className="small muted">
        Its tools are read with the account of a person: create the server, connect it on its page, and import them
        then.
      </p>
    );
  }
  return (
    <div className="stack">
      <PreviewPanel
        preview={preview}
        isMcp
        onTags={() => {}}
        onRepairs={() => {}}
        otherHosts={[]}
        hosts={[]}
        onHosts={() => {}}
        exposition={state.exposition}
        onExposition={(exposition) => onChange({ exposition })}
      />
      {preview.error !== null && <p className="small warn break">{messageOf(preview.error)}</p>}
    </div>
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const Mark = () => <span className="chip good">from the document</span>;

function NameAndBaseUrl({ state, faults, onChange }: Omit<ConnectionStepProps, 'preview'>) {
  const { touched, found } = state;
  const devUpstreams = useDevUpstreams();
  // As it will be when the field is left: a hint that changed then would move Next away from the pointer.
  const baseUrl = underItsName(state.baseUrl, devUpstreams);
  const devOrigin = devOriginOf(baseUrl);
  const setBaseUrl = (text: string) => onChange({ baseUrl: text, touched: { ...touched, baseUrl: text !== '' } });
  const importing = state.way === 'openapi';
  const isMcp = state.way === 'mcp';
  const baseUrlProblem =
    faults['baseUrl'] ??
    (touched.baseUrl && baseUrl.length > 8 ? baseUrlFault(baseUrl, state.privateHosts) : undefined);
  return (
    <>
      <TextField
        label={<>Name {importing && found !== undefined && !touched.name && state.name !== '' && <Mark />}</>}
        description="Shown to people and AI clients."
        errorText={faults['name']}
        value={state.name}
        placeholder={
          importing ? 'Taken from the title of the document' : isMcp ? 'Taken from the MCP server' : 'Orders API'
        }
        autoFocus={!importing && !isMcp}
        ariaRequired={!importing && !isMcp}
        spellcheck={false}
        onChange={(next) => onChange({ name: next, touched: { ...touched, name: next !== '' } })}
      />
      <TextField
        label={
          <>
            {isMcp ? 'Address of the MCP server' : 'Base URL'}{' '}
            {importing && found !== undefined && !touched.baseUrl && state.baseUrl !== '' && <Mark />}
          </>
        }
        description={
          importing
            ? 'The URL of the API. Blank: the document’s.'
            : isMcp
              ? 'The URL that MCP clients are given. It mostly ends with /mcp, or with /sse for older servers.'
              : undefined
        }
        constraintText={
          devOrigin !== undefined
            ? `This stack calls ${devOrigin} on your machine under this name.`
            : (state.privateHosts?.length ?? 0) > 0
              ? 'https with a public domain name, or a private host that this installation allows. No IP addresses.'
              : 'https with a public domain name. No private networks or IP addresses.'
        }
        errorText={baseUrlProblem}
        value={state.baseUrl}
        type="url"
        inputMode="url"
        placeholder={
          importing ? 'Taken from the document' : isMcp ? 'https://mcp.example.com/mcp' : 'https://api.example.com/v1'
        }
        autoFocus={isMcp}
        ariaRequired={!importing}
        spellcheck={false}
        autoComplete={false}
        onChange={(next) => setBaseUrl(underItsName(next, devUpstreams, { isTyping: true }))}
        onBlur={() => {
          if (baseUrl !== state.baseUrl) setBaseUrl(baseUrl);
        }}
      />
      {importing && <AddressFields state={state} faults={faults} onChange={onChange} />}
      {isListed(state.baseUrl, state.privateHosts) && (
        <AuthoritiesField
          value={state.authorities}
          fault={faults['certificateAuthorities']}
          onChange={(authorities) => onChange({ authorities })}
        />
      )}
    </>
  );
}

function Authentication({ state, onChange }: Pick<ConnectionStepProps, 'state' | 'onChange'>) {
  const { touched, found } = state;
  return (
    <ChoiceField
      label={<>Authentication {found !== undefined && !touched.auth && state.authType !== 'none' && <Mark />}</>}
      description={`How the ${state.way === 'mcp' ? 'MCP server' : 'API'} authenticates requests.`}
      value={state.authType}
      options={AUTH_TYPES}
      onChange={(authType) => onChange({ authType, touched: { ...touched, auth: true } })}
    />
  );
}
