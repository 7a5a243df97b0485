/** CreateTable requests out of the template's global tables. */
import type { Resolve } from '../../template/resolve.ts';
import { ofType, type StackTemplate } from '../../template/template.ts';

export const tableDefinitions = (template: StackTemplate, resolve: Resolve): object[] =>
  ofType(template, 'AWS::DynamoDB::GlobalTable').map(([logicalId, properties]) => {
    const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = resolve<Record<string, object[]>>(properties);
    const indexes = (GlobalSecondaryIndexes ?? []).map((index) => {
      const { IndexName, KeySchema: keys, Projection } = index as Record<string, unknown>;
      return { IndexName, KeySchema: keys, Projection };
    });
    return {
      TableName: logicalId,
      KeySchema,
      AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
      ...(indexes.length > 0 ? { GlobalSecondaryIndexes: indexes } : {}),
    };
  });
