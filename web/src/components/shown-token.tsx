/**
 * Shows a new connection token, which can be shown only once: URL, token, configuration. Kept by the page that shows it, stored nowhere.
 */
import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { ReactNode } from 'react';
import type { CreatedToken } from '../api/types.ts';
import { ClientGuide, download } from './client-guide.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';

interface ShownTokenProps {
  readonly shown: CreatedToken;
  /** False while the server is not live yet. */
  readonly ready?: boolean;
  /** What to do when it is lost. */
  readonly lost?: string;
  readonly children?: ReactNode;
  /** The token, or a text with it, is on the clipboard. */
  readonly onCopied?: (() => void) | undefined;
}

export function ShownToken({
  shown,
  ready = true,
  lost = 'create a new one under Connection Tokens',
  children,
  onCopied,
}: ShownTokenProps) {
  const config = JSON.stringify(shown.config, null, 2);
  return (
    <div className="stack">
      {ready && (
        <section className="hero" aria-label="MCP URL">
          <div className="small muted">MCP URL</div>
          <div className="row">
            <code className="mono break grow">{shown.mcpUrl}</code>
            <CopyButton text={shown.mcpUrl} label="Copy MCP URL" variant="primary" onCopied={onCopied} />
          </div>
        </section>
      )}
      <Alert type="warning" header="This token is shown once">
        Copy it now: only its hash is stored. If you lose it, {lost}.
      </Alert>
      <CodeBlock
        title={`Token “${shown.token.label}”`}
        label="Connection token"
        text={shown.token.value}
        copyLabel="Copy token"
        onCopied={onCopied}
      />
      {ready && (
        <>
          {children}
          <section className="card stack">
            <h2>Set up a client</h2>
            <ClientGuide clients={shown.clients} onCopied={onCopied} />
            <ExpandableSection headerText="Another client: Config JSON">
              <CodeBlock
                title="Config JSON"
                label="Config JSON"
                text={config}
                json
                copyLabel="Copy config"
                onCopied={onCopied}
                actions={
                  <Button variant="inline-link" iconName="download" onClick={() => download('mcp.json', config)}>
                    Download mcp.json
                  </Button>
                }
              />
            </ExpandableSection>
          </section>
        </>
      )}
    </div>
  );
}
