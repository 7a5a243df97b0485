/** The tables of journalWriter.ts, shared with the test that reads what it left. */
export const WRITTEN_TABLES = ['Things', 'Trail'].map((TableName) => ({
  TableName,
  TableStatus: 'ACTIVE',
  TableArn: `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`,
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
}));
