/** Previews an API description. The spec reader fetches and parses it; this function only invokes the spec reader. */
import { invokeSpecReader, type SpecSource } from '../../../aws/services/invoke.ts';
import type { BodyOf } from '../../../core/api/routes/index.ts';
import { checkDocumentUrl } from '../../../core/lib/url/baseUrl.ts';
import type { HandlersOf } from '../http/request.ts';
import { compressedDocument } from './documents.ts';
import { readInTime } from './reading.ts';
import { checkUnmasked } from './source.ts';

/** Handler of `previewSpec`. */
export const specs: HandlersOf<'previewSpec'> = {
  previewSpec: async ({ body }) =>
    readInTime('previews', body.reading, (key) =>
      invokeSpecReader({
        mode: 'preview',
        source: sourceOf(body),
        ...(body.tags && { tags: body.tags }),
        ...(body.withoutRepairs && { withoutRepairs: body.withoutRepairs }),
        ...(body.root !== undefined && { root: body.root }),
        output: { key },
      }),
    ),
};

function sourceOf({ url, document }: BodyOf<'previewSpec'>): SpecSource {
  if (document !== undefined) return { document: compressedDocument(document, '/document').bytes.toString('base64') };
  const checked = checkDocumentUrl(url as string).url;
  checkUnmasked(checked, '/url');
  return { url: checked };
}
