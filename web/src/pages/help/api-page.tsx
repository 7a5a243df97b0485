/** Documentation of the management API, generated from its OpenAPI description: each operation with its parameters, body and response. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type ApiOperation, type Field, fieldsOf, operationsByTag, type Schemas } from '../../api/api-description.ts';
import { apiDescriptionQuery } from '../../api/queries/installation.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { Problem } from '../../components/problem.tsx';
import { Loading } from '../../components/shell.tsx';
import { Verb } from '../../components/verb.tsx';
import '../../styles/server.css';

export default function ApiPage() {
  const query = useQuery(apiDescriptionQuery());
  useEffect(() => {
    document.title = 'API · Portcullis';
  }, []);
  if (query.isError) return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the API description" />;
  const { components } = query.data;
  return (
    <>
      <div className="crumbs small">
        <Link to="/help">Help</Link> <span aria-hidden="true">/</span>
      </div>
      <div className="page-head">
        <div>
          <h1>Management API</h1>
          <p>
            All operations of the dashboard, for scripts. Send an access token of the login as a bearer token. Each
            operation names the role it requires. As OpenAPI: <a href="/v1/openapi.json">/v1/openapi.json</a> (OpenAPI
            3.1).
          </p>
        </div>
      </div>
      <div className="stack">
        {operationsByTag(query.data).map(({ tag, operations }) => (
          <section key={tag} className="card stack tight" aria-label={tag}>
            <h2>{tag}</h2>
            {operations.map((operation) => (
              <Operation key={operation.operationId} operation={operation} schemas={components.schemas} />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

interface OperationProps {
  readonly operation: ApiOperation;
  readonly schemas: Schemas;
}

function Operation({ operation, schemas }: OperationProps) {
  const [isOpen, setOpen] = useState(false);
  const { verb, path, summary, role, right, parameters, body, answer } = operation;
  return (
    <details className="operation" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Verb verb={verb} /> <span className="mono break">{path}</span> <span className="muted">{summary}</span>
        {role !== undefined && <span className="chip">{role}</span>}
        {right !== undefined && <span className="chip">{right}</span>}
      </summary>
      {isOpen && (
        <div className="stack tight">
          {parameters.length > 0 && <Fields title="Parameters" fields={parameters} />}
          {body !== undefined && <Schema title="Body" schema={body} schemas={schemas} />}
          {answer !== undefined && <Schema title="Response" schema={answer} schemas={schemas} />}
        </div>
      )}
    </details>
  );
}

interface SchemaProps {
  readonly title: string;
  readonly schema: object;
  readonly schemas: Schemas;
}

/** Its fields in words, and the whole as JSON Schema. */
function Schema({ title, schema, schemas }: SchemaProps) {
  const { fields, whole } = fieldsOf(schema, schemas);
  return (
    <>
      {fields.length > 0 && <Fields title={title} fields={fields} />}
      <CodeBlock title={`${title}: JSON Schema`} text={JSON.stringify(whole, null, 2)} json copyLabel="Copy" />
    </>
  );
}

const Fields = ({ title, fields }: { readonly title: string; readonly fields: readonly Field[] }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <ListTable columns={['Name', 'Type', 'Meaning']}>
      {fields.map((field) => (
        <tr key={`${field.place ?? ''} ${field.name}`}>
          <td className="mono break">
            {field.name}
            {field.isRequired && <span className="muted"> (required)</span>}
          </td>
          <td className="small" data-label="Type">
            {field.type}
            {field.place !== undefined && <span className="muted"> in {field.place}</span>}
          </td>
          <td data-label="Meaning">{field.meaning}</td>
        </tr>
      ))}
    </ListTable>
  </section>
);
