/**
 * DynamoDB's document client without its paginators. In bundles it takes the place of `@aws-sdk/lib-dynamodb` (lib/bundles.ts): the
 * package makes its paginators when it is loaded, so that each bundle with a single import of it would contain the whole client, also
 * where nothing uses it.
 */
export * from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/commands/index.js';
export { DynamoDBDocumentClient } from '../../node_modules/@aws-sdk/lib-dynamodb/dist-es/DynamoDBDocumentClient.js';
