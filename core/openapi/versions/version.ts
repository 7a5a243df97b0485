/** Finds the version of the format, from the version field or, if that is wrong, from the members of the document. */
import { PortcullisError } from '../../lib/errors.ts';
import { isObject, type JsonObject, type JsonValue } from '../../lib/json/value.ts';
import type { VersionReader } from '../model/operation.ts';
import { openapi3 } from './openapi3.ts';
import { swagger2 } from './swagger2.ts';

/**
 * The reader for a document.
 * @returns `isGuess`: true when the version field does not give the version
 * @throws PortcullisError `spec_invalid` when it is not an API description of a supported kind
 */
export function readerOf(value: JsonValue): {
  readonly reader: VersionReader;
  readonly root: JsonObject;
  readonly isGuess: boolean;
} {
  if (!isObject(value)) {
    throw new PortcullisError(
      'spec_invalid',
      'The document is not an API description: an OpenAPI or Swagger document is an object with "openapi" or "swagger" at its top.',
    );
  }
  const swagger = versionText(value['swagger']);
  const openapi = versionText(value['openapi']);
  const result = (reader: VersionReader, { isGuess = false } = {}) => ({ reader, root: value, isGuess });
  // The version may be a number (3.0 is then 3), or have other characters around it (`v3.0`, `3.0.x`).
  const openapiVersion = /(\d+)(?:\.(\d+))?/.exec(openapi ?? '');
  if (openapiVersion?.[1] === '3') {
    const minor = openapiVersion[2] ?? '0';
    if (minor === '0') return result(openapi3('3.0'));
    return minor === '1' ? result(openapi3('3.1')) : result(openapi3('3.2'), { isGuess: minor !== '2' });
  }
  if (swagger !== undefined || openapiVersion?.[1] === '2') {
    if (/^[^\d]*1/.test(swagger ?? '')) {
      throw new PortcullisError(
        'spec_invalid',
        'This is a Swagger 1.x document, which is not supported. Convert it to OpenAPI 3 first.',
      );
    }
    // Some documents have `swagger: "3.0.1"`; then it is 3.x, as with the member `components`.
    return /^\s*v?3/.test(swagger ?? '') || isObject(value['components'])
      ? result(openapi3('3.0'), { isGuess: true })
      : result(swagger2, { isGuess: !/^\s*v?2(?:\.0)?\s*$/.test(swagger ?? '') });
  }
  if (isObject(value['asyncapi']) || typeof value['asyncapi'] === 'string') {
    throw new PortcullisError(
      'spec_invalid',
      'This is an AsyncAPI document; it describes messages, not HTTP operations. Give the OpenAPI description.',
    );
  }
  if (isObject(value['paths'])) {
    const isOld =
      isObject(value['definitions']) ||
      isObject(value['securityDefinitions']) ||
      typeof value['host'] === 'string' ||
      typeof value['basePath'] === 'string';
    return result(isOld ? swagger2 : openapi3('3.0'), { isGuess: true });
  }
  throw new PortcullisError(
    'spec_invalid',
    'The document has neither "openapi" nor "swagger" at its top, nor "paths". Give the OpenAPI description itself, not a page or index that points to it.',
  );
}

function versionText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}
