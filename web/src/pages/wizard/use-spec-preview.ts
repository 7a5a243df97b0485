/** Reads the document, or the tools of an MCP server, as soon as the address is complete, and fills in the fields from it. */
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import type { BodyOf } from '../../../../core/api/routes/index.ts';
import { call } from '../../api/client.ts';
import type { Preview } from '../../api/types.ts';
import type { ExpositionCost } from '../../components/exposition-choice.tsx';
import { authOf, credentialFaults, needsConsent } from '../../lib/credentials.ts';
import { addressFault, baseUrlFault } from '../../lib/url.ts';
import { type WizardState, withFound } from './state.ts';

const PAUSE_MS = 350;

const read = (body: BodyOf<'previewSpec'>, signal: AbortSignal) => call('previewSpec', { path: {}, body, signal });

export interface SpecPreview {
  readonly data?: Preview;
  readonly error: unknown;
  readonly loading: boolean;
  /** Token cost of the chosen tags, one by one and as groups; undefined while it is being counted. */
  readonly cost?: Required<ExpositionCost>;
}

export function useSpecPreview(state: WizardState, setState: Dispatch<SetStateAction<WizardState>>): SpecPreview {
  const { way, document, root, tags, withoutRepairs, privateHosts, authType, credentials } = state;
  const isMcp = way === 'mcp';
  const url = isMcp ? state.baseUrl : state.url;
  const faultOf = isMcp ? baseUrlFault : addressFault;
  const [settled, setSettled] = useState(url);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(url.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [url]);

  const auth = isMcp ? authOf(authType, credentials) : undefined;
  const source = isMcp
    ? { mcp: { url: settled, ...(auth && { auth }) } }
    : {
        ...(document === undefined ? { url: settled } : { document: document.content }),
        ...(root !== undefined && { root }),
        ...(withoutRepairs && { withoutRepairs: [...withoutRepairs] }),
      };
  const key = document === undefined ? settled : document.id;
  const isComplete = faultOf(settled, privateHosts) === undefined;
  // Not while the credential is typed: each letter would be tried at the server.
  const ready = isMcp
    ? state.step !== 'security' &&
      !needsConsent(authType, credentials) &&
      isComplete &&
      Object.keys(credentialFaults(authType, credentials)).length === 0
    : way === 'openapi' && (document !== undefined || isComplete);
  const whole = useQuery({
    queryKey: ['preview', key, root, withoutRepairs, auth],
    queryFn: ({ signal }) => read(source, signal),
    enabled: ready,
    // The same document is read again with another choice of repairs, or the same archive for another description.
    placeholderData: (before, query) => (query?.queryKey[1] === key ? before : undefined),
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });
  const part = useQuery({
    queryKey: ['preview', key, root, withoutRepairs, tags],
    queryFn: ({ signal }) => read({ ...source, tags: [...(tags ?? [])] }, signal),
    enabled: ready && whole.data !== undefined && tags !== undefined && tags.length > 0,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });

  const current = document !== undefined || settled === url.trim();
  const data = ready && current ? whole.data : undefined;
  useEffect(() => {
    setState((old) =>
      withFound(
        old,
        data && {
          title: data.title,
          baseUrl: data.baseUrl,
          ...(data.address && { address: data.address }),
          securityPresent: data.auth.securityPresent,
          suggested: { ...data.auth.suggested, headerName: data.auth.suggested.name },
          endpoints: data.endpoints,
          tags: data.tags,
          otherHosts: data.otherHosts,
        },
      ),
    );
  }, [data, setState]);

  return {
    data,
    error: ready && current ? whole.error : null,
    loading:
      (way === 'openapi' || ready) && (whole.isFetching || (!current && faultOf(url, privateHosts) === undefined)),
    cost:
      tags?.length === 0
        ? { flat: 0, compact: 0, grouped: 0, groups: 0, search: 0 }
        : costOf(tags === undefined ? data : part.data),
  };
}

const costOf = (preview: Preview | undefined): Required<ExpositionCost> | undefined =>
  preview && {
    flat: preview.tokenCost,
    compact: preview.tokenCostCompact,
    grouped: preview.tokenCostGrouped,
    groups: preview.groups,
    search: preview.tokenCostSearch,
  };
