/** The ways to begin; choosing one opens the next step. */
import Icon from '@cloudscape-design/components/icon';
import type { Way } from './state.ts';

const WAYS: ReadonlyArray<{
  way: Way;
  title: string;
  text: string;
  chips: readonly string[];
  icon: 'file-open' | 'share' | 'edit' | 'group';
}> = [
  {
    way: 'openapi',
    title: 'Import an API description',
    text: 'From an OpenAPI or Swagger document. Every endpoint becomes a tool with its schema, tags and annotations.',
    chips: ['OpenAPI 3.0 to 3.2', 'Swagger 2.0', 'JSON or YAML'],
    icon: 'file-open',
  },
  {
    way: 'mcp',
    title: 'Govern an MCP server',
    text: 'From the address of an MCP server that runs already, of a vendor or your own. Its tools are read, signed and governed.',
    chips: ['Streamable HTTP', 'HTTP+SSE', 'Changes need approval'],
    icon: 'share',
  },
  {
    way: 'manual',
    title: 'Add tools manually',
    text: 'For an API without a description: enter a name and a base URL, then add endpoints.',
    chips: ['No document needed', 'Tools live at once'],
    icon: 'edit',
  },
  {
    way: 'toolset',
    title: 'Combine servers',
    text: 'One address for the tools of several servers that are here already. Each keeps its credential, its rules and its audit log.',
    chips: ['Up to 50 servers', 'Follows their changes'],
    icon: 'group',
  },
];

export function WayStep({ onChoose }: { readonly onChoose: (way: Way) => void }) {
  return (
    <div className="ways">
      {WAYS.map((item) => (
        <button key={item.way} type="button" className="way" onClick={() => onChoose(item.way)}>
          <Icon name={item.icon} size="medium" />
          <strong>{item.title}</strong>
          <span className="muted">{item.text}</span>
          <span className="row">
            {item.chips.map((chip) => (
              <span key={chip} className="chip">
                {chip}
              </span>
            ))}
          </span>
        </button>
      ))}
    </div>
  );
}
