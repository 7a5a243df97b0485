/** Shown for an unknown address, and when a page throws an error. */
import Button from '@cloudscape-design/components/button';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';

const home = (
  <p>
    <a href="/">Back to the servers</a>
  </p>
);

export function NotFound() {
  useEffect(() => {
    document.title = 'Not found · Portcullis';
  }, []);
  return (
    <div className="empty">
      <h1>There is no such page</h1>
      <p>The address may be mistyped, or the server has been deleted.</p>
      {home}
    </div>
  );
}

export function Crashed() {
  const error = useRouteError();
  console.error(error);
  // The message differs between browsers, but always contains the word module or import.
  const isLoading = error instanceof TypeError && /module|import/i.test(error.message);
  return (
    <div className="empty" role="alert">
      <h1>{isLoading ? 'This page could not be loaded' : 'This page could not be shown'}</h1>
      <p>
        {isLoading
          ? 'The connection was interrupted, or Portcullis was updated while this page was open. Reload it.'
          : 'Nothing was changed on your servers. Reload the page; if it happens again, the browser’s console has the details.'}
      </p>
      <p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </p>
      {home}
    </div>
  );
}
