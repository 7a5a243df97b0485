/** Starts the wizard with the demo API filled in, if the stack has one. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { demoQuery } from '../../api/demo.ts';

export function TryDemo() {
  const demo = useQuery(demoQuery());
  if (!demo.data) return null;
  return (
    <p className="muted try-demo">
      No API at hand? <Link to="/servers/new?demo">Try the demo API</Link>: a shop with made-up customers, filled in
      already.
    </p>
  );
}
