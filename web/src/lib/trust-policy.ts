/**
 * The trust policy of a role that the sandbox assumes for one server at one host.
 * @param principal ARN of the sandbox's role
 */
export const trustPolicy = (principal: string, externalId: string): string =>
  JSON.stringify(
    {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: principal },
          Action: 'sts:AssumeRole',
          Condition: { StringEquals: { 'sts:ExternalId': externalId } },
        },
      ],
    },
    null,
    2,
  );
