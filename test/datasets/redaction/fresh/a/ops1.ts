/** Clouds, clusters, logs and registries. */
import { type Draft, open, p, trap } from '../../label.ts';

export const OPS1: Record<string, () => Draft> = {
  'cloudtrail lookup events': () => ({
    Records: [
      {
        eventVersion: '1.08',
        userIdentity: {
          type: 'IAMUser',
          principalId: trap('id', 'AIDA6ON6E4XEGITEXAMPL'),
          arn: open('arn:aws:iam::774401928833:user/Ngozi'),
          accountId: trap('id', '774401928833'),
          accessKeyId: p('secret', 'AKIAZQ3DT7KXN4WPLR2V'),
          userName: open('Ngozi'),
          sessionContext: { attributes: { creationDate: '2024-06-19T21:11:57Z', mfaAuthenticated: 'false' } },
        },
        eventTime: '2024-06-19T21:17:28Z',
        eventSource: 'ec2.amazonaws.com',
        eventName: 'StartInstances',
        awsRegion: 'us-east-1',
        sourceIPAddress: p('ip', '105.112.44.71'),
        userAgent: 'aws-cli/2.13.5 Python/3.11.4 Linux/4.14.255-314-253.539.amzn2.x86_64 exec-env/CloudShell',
        requestParameters: { instancesSet: { items: [{ instanceId: trap('id', 'i-0b71d5e9f20ac3418') }] } },
        responseElements: {
          requestId: trap('uuid', 'e4336db0-149f-4a6b-844d-8de1bb1d0c51'),
          instancesSet: {
            items: [
              {
                instanceId: 'i-0b71d5e9f20ac3418',
                currentState: { code: 0, name: 'pending' },
                previousState: { code: 80, name: 'stopped' },
              },
            ],
          },
        },
        requestID: trap('uuid', 'e4336db0-149f-4a6b-844d-8de1bb1d0c51'),
        eventID: trap('uuid', 'e755e09c-42f9-4c5c-9064-0b6e4a8e1f5d'),
        readOnly: false,
        eventType: 'AwsApiCall',
        managementEvent: true,
        recipientAccountId: '774401928833',
        eventCategory: 'Management',
        tlsDetails: {
          tlsVersion: 'TLSv1.2',
          cipherSuite: 'ECDHE-RSA-AES128-GCM-SHA256',
          clientProvidedHostHeader: 'ec2.us-east-1.amazonaws.com',
        },
        sessionCredentialFromConsole: 'true',
      },
      {
        eventVersion: '1.08',
        userIdentity: { type: 'AWSService', invokedBy: 'autoscaling.amazonaws.com' },
        eventTime: '2024-06-19T21:20:03Z',
        eventSource: 'sts.amazonaws.com',
        eventName: 'AssumeRole',
        awsRegion: 'eu-central-1',
        sourceIPAddress: 'autoscaling.amazonaws.com',
        requestParameters: {
          roleArn: trap(
            'arn',
            'arn:aws:iam::774401928833:role/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling',
          ),
          roleSessionName: 'AutoScaling',
          durationSeconds: 3600,
        },
        responseElements: {
          credentials: {
            accessKeyId: p('secret', 'ASIAZQ3DT7KXP8YMCE5J'),
            expiration: 'Jun 19, 2024, 10:20:03 PM',
            sessionToken: p(
              'secret',
              'IQoJb3JpZ2luX2VjEHkaDGV1LWNlbnRyYWwtMSJHMEUCIQDn7mWq8tVxYb2LpK4sZcRf0uHgTaQ1oXvJe6NwUi3dBgIgP5lMz9rC',
            ),
          },
        },
        resources: [{ ARN: 'arn:aws:iam::774401928833:role/app', accountId: '774401928833', type: 'AWS::IAM::Role' }],
        eventType: 'AwsApiCall',
      },
    ],
  }),
  'ec2 describe instances': () => ({
    Reservations: [
      {
        Groups: [],
        OwnerId: '774401928833',
        ReservationId: 'r-08cf2b1a7e9d04c53',
        Instances: [
          {
            AmiLaunchIndex: 0,
            ImageId: trap('id', 'ami-0abcdef1234567890'),
            InstanceId: trap('id', 'i-0b71d5e9f20ac3418'),
            InstanceType: 't3.nano',
            KeyName: 'deploy-2024',
            LaunchTime: '2024-06-07T10:52:24+00:00',
            Monitoring: { State: 'disabled' },
            Placement: { AvailabilityZone: 'us-east-2a', GroupName: '', Tenancy: 'default' },
            PrivateDnsName: open('ip-10-0-0-157.us-east-2.compute.internal'),
            PrivateIpAddress: p('ip', '10.0.0.157'),
            PublicDnsName: '',
            PublicIpAddress: p('ip', '3.137.224.60'),
            State: { Code: 16, Name: 'running' },
            SubnetId: 'subnet-04a636d18e83cfacb',
            VpcId: 'vpc-07d0a1b2c3d4e5f60',
            Architecture: 'x86_64',
            BlockDeviceMappings: [
              {
                DeviceName: '/dev/xvda',
                Ebs: {
                  AttachTime: '2024-06-07T10:52:25+00:00',
                  DeleteOnTermination: true,
                  Status: 'attached',
                  VolumeId: 'vol-09a8b7c6d5e4f3021',
                },
              },
            ],
            EbsOptimized: true,
            NetworkInterfaces: [
              {
                Description: '',
                MacAddress: p('mac', '06:1d:8a:c4:7f:e2'),
                NetworkInterfaceId: 'eni-0c0a29997760baee7',
                Ipv6Addresses: [{ Ipv6Address: p('ip', '2600:1f16:127a:2000:c802:a75d:63c4:f9c9') }],
                SourceDestCheck: true,
                Status: 'in-use',
              },
            ],
            SecurityGroups: [{ GroupName: 'launch-wizard-146', GroupId: 'sg-0004bb749ad6aed92' }],
            Tags: [
              { Key: 'Name', Value: 'mercury-api-1' },
              { Key: 'owner-mail', Value: p('email', 'platform@mercuryfoods.com') },
            ],
            CpuOptions: { CoreCount: 1, ThreadsPerCore: 2 },
            MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 2 },
          },
        ],
      },
    ],
  }),
  'iam users and keys': () => ({
    Users: [
      {
        Path: '/',
        UserName: open('rafael.quispe'),
        UserId: trap('id', 'AIDACKCEVSQ6C2EXAMPLE'),
        Arn: open('arn:aws:iam::774401928833:user/rafael.quispe'),
        CreateDate: '2022-05-14T17:08:00Z',
        PasswordLastUsed: '2024-06-18T08:10:11Z',
        Tags: [
          { Key: 'email', Value: p('email', 'rafael.quispe@mercuryfoods.com') },
          { Key: 'cost-center', Value: '20-4410' },
        ],
      },
    ],
    AccessKey: {
      UserName: open('rafael.quispe'),
      AccessKeyId: p('secret', 'AKIA4HF7W2QNXJ6TBVKD'),
      Status: 'Active',
      SecretAccessKey: p('secret', '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'),
      CreateDate: '2024-06-19T08:00:00Z',
    },
    IsTruncated: false,
    PolicyVersion: {
      VersionId: 'v1',
      IsDefaultVersion: true,
      Document: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Action: ['s3:GetObject'],
            Resource: 'arn:aws:s3:::mercury-invoices/*',
            Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-9k2lq1x7zm' } },
          },
        ],
      },
    },
  }),
};
