/** Help: the product's own terms, what each setting does, and what each error code means and requires. All are searchable. */
import Input from '@cloudscape-design/components/input';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { CATALOGUE, type CatalogueGroup } from '../../../../core/errorCatalog/index.ts';
import { Empty } from '../../components/empty.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { TermText } from '../../components/term-text.tsx';
import { useAddressed } from '../../lib/address.ts';
import { GLOSSARY, termAnchor } from '../../lib/glossary.ts';
import { HELP } from '../../lib/help.ts';
import '../../styles/server.css';

const SETTINGS = Object.entries(HELP).map(([id, { title, text }]) => ({ id, title, text }));

export default function HelpPage() {
  const [text, setText] = useAddressed('q');
  const { hash } = useLocation();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hasAll = (...texts: readonly string[]) => words.every((word) => texts.join(' ').toLowerCase().includes(word));
  const terms = GLOSSARY.filter(({ title, text: body }) => hasAll(title, body));
  const settings = SETTINGS.filter(({ title, text: body }) => hasAll(title, body));
  const groups = CATALOGUE.map((group) => ({
    ...group,
    codes: group.codes.filter(({ code, what, then }) => hasAll(code, what, then)),
  })).filter(({ codes }) => codes.length > 0);
  useEffect(() => {
    document.title = 'Help · Portcullis';
    // The page is a chunk of its own, so the target of the address did not exist when the browser looked for it.
    document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Help</h1>
          <p>
            Terms, settings and error codes. Tutorials and guides are in the <a href="/docs/">documentation</a>. For
            scripts: the <Link to="/help/api">management API</Link>.
          </p>
        </div>
      </div>
      <div className="stack">
        <Input
          type="search"
          ariaLabel="Search the help"
          placeholder="Search, such as upstream_timeout"
          clearAriaLabel="Clear the search"
          value={text}
          onChange={({ detail }) => setText(detail.value)}
        />
        {terms.length > 0 && (
          <section className="card stack" aria-labelledby="terms">
            <h2 id="terms">Terms</h2>
            <dl className="help">
              {terms.map(({ id, title, text: body }) => (
                <div key={id} id={termAnchor(id)}>
                  <dt>{title}</dt>
                  <dd>
                    <TermText text={body} of={id} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {settings.length > 0 && (
          <section className="card stack" aria-labelledby="settings">
            <h2 id="settings">Settings</h2>
            <dl className="help">
              {settings.map((one) => (
                <div key={one.id} id={one.id}>
                  <dt>{one.title}</dt>
                  <dd>
                    <TermText text={one.text} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {groups.map((group) => (
          <Codes key={group.title} group={group} />
        ))}
        {terms.length + settings.length + groups.length === 0 && (
          <div className="card">
            <Empty title="Nothing found">No setting, term or error code has all of these words.</Empty>
          </div>
        )}
      </div>
    </>
  );
}

const Codes = ({ group }: { readonly group: CatalogueGroup }) => (
  <section className="card stack" aria-label={group.title}>
    <div>
      <h2>{group.title}</h2>
      <span className="muted">{group.where}</span>
    </div>
    <ListTable columns={['Code', 'What happened', 'What to do']}>
      {group.codes.map(({ code, what, then }) => (
        <tr key={code} id={code}>
          <td className="mono nowrap">{code}</td>
          <td data-label="What happened">{what}</td>
          <td data-label="What to do">{then}</td>
        </tr>
      ))}
    </ListTable>
  </section>
);
