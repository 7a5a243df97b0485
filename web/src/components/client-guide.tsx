/**
 * Set-up instructions per AI client as the API returns them (core/clientSetup): steps, text to copy or download, and a link if there is one.
 */
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import type { ClientSetup } from '../api/types.ts';
import { CodeBlock } from './code-block.tsx';

/** Offers a text to the browser as a file; the object URL is revoked in the next turn of the event loop. */
export function download(name: string, content: string | Blob): void {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Only schemes that clients register themselves; a link with any other scheme is not shown. */
const CLIENT_LINK = /^(cursor|vscode|vscode-insiders|windsurf|goose|lmstudio|https):/;

const ways = new Intl.ListFormat('en');

interface ClientGuideProps {
  readonly clients: readonly ClientSetup[];
  readonly onCopied?: (() => void) | undefined;
}

export function ClientGuide({ clients, onCopied }: ClientGuideProps) {
  const [id, setId] = useState(clients[0]?.id ?? '');
  const client = clients.find((item) => item.id === id) ?? clients[0];
  if (client === undefined) return null;
  const [first, ...others] = client.snippets;
  const snippetOf = (snippet: ClientSetup['snippets'][number]) => (
    <CodeBlock
      key={snippet.title}
      title={snippet.title}
      label={`${client.name}: ${snippet.title}`}
      text={snippet.text}
      json={snippet.language === 'json'}
      copyLabel="Copy"
      onCopied={onCopied}
      actions={
        snippet.path !== undefined && (
          <Button
            variant="inline-link"
            iconName="download"
            ariaLabel={`Download ${snippet.path}`}
            onClick={() => download(snippet.path?.split(/[\\/]/).at(-1) ?? 'mcp.json', snippet.text)}
          >
            Download
          </Button>
        )
      }
    />
  );
  return (
    <div className="stack">
      <div className="row">
        <div className="client-select">
          <Select
            ariaLabel="AI client"
            selectedOption={{ value: client.id, label: client.name }}
            options={clients.map((item) => ({ value: item.id, label: item.name }))}
            onChange={({ detail }) => setId(detail.selectedOption.value ?? '')}
          />
        </div>
        {client.deepLink !== undefined && CLIENT_LINK.test(client.deepLink) && (
          <Button iconName="external" href={client.deepLink}>
            Open in {client.name}
          </Button>
        )}
      </div>
      {client.steps.length > 0 && (
        <ol className="steps-text">
          {client.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {first !== undefined && snippetOf(first)}
      {others.length > 0 && (
        <ExpandableSection
          key={client.id}
          headerText="Other ways"
          headerDescription={ways.format(others.map(({ title }) => title))}
        >
          <div className="stack">{others.map(snippetOf)}</div>
        </ExpandableSection>
      )}
      {client.notes.map((note) => (
        <div key={note} className="small muted">
          {note}
        </div>
      ))}
    </div>
  );
}
