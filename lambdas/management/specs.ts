/** Previews an API description. The spec reader fetches and parses it; this function only invokes the spec reader. */
import { invokeSpecReader, isRefusal, type SpecSource } from '../../aws/invoke.ts';
import type { AnswerOf, BodyOf } from '../../core/api/routes.ts';
import { checkDocumentUrl } from '../../core/url/baseUrl.ts';
import { compressedDocument } from './documents.ts';
import { Refused } from './errors.ts';
import { ANSWER_BEFORE_MS, type HandlersOf } from './request.ts';
import { checkUnmasked } from './source.ts';

/** Handler of `previewSpec`. */
export const specs: HandlersOf<'previewSpec'> = {
  previewSpec: async ({ body }) => {
    const answer = await invokeSpecReader<AnswerOf<'previewSpec'>>(
      {
        mode: 'preview',
        source: sourceOf(body),
        ...(body.tags && { tags: body.tags }),
        ...(body.withoutRepairs && { withoutRepairs: body.withoutRepairs }),
        ...(body.root !== undefined && { root: body.root }),
      },
      ANSWER_BEFORE_MS,
    );
    if (!isRefusal(answer)) return answer;
    const { code, message, context } = answer.error;
    throw new Refused(code, message, context && { context: context as never });
  },
};

function sourceOf({ url, document }: BodyOf<'previewSpec'>): SpecSource {
  if (document !== undefined) return { document: compressedDocument(document, '/document').toString('base64') };
  const checked = checkDocumentUrl(url as string).url;
  checkUnmasked(checked, '/url');
  return { url: checked };
}
