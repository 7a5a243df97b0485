/** Starts the wizard with the demo API filled in, if the stack has one. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { localQuery } from '../../api/local.ts';

export function TryDemo() {
  const local = useQuery(localQuery());
  if (local.data?.demo === undefined) return null;
  return (
    <p className="muted try-demo">
      No API at hand? <Link to="/servers/new?demo">Try the demo API</Link>: a shop with made-up customers, filled in
      already.
    </p>
  );
}
