/** A CDK app with a VPC of its own, a domain, an identity provider and alarms, and Portcullis beside them. */
import { App, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Peer, Port, SecurityGroup, Vpc } from 'aws-cdk-lib/aws-ec2';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { Portcullis, PortcullisNetwork } from 'portcullis-cdk';

class Platform extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const vpc = new Vpc(this, 'Vpc', { maxAzs: 2, natGateways: 1 });
    const toApis = new SecurityGroup(this, 'ToApis', { vpc, allowAllOutbound: false });
    toApis.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'APIs, and services of AWS');
    const onCall = new Topic(this, 'OnCall');

    const tools = new Portcullis(this, 'Tools', {
      domainNames: ['tools.example.com'],
      // CloudFront looks for certificates in us-east-1.
      certificate: Certificate.fromCertificateArn(
        this,
        'Certificate',
        'arn:aws:acm:us-east-1:123456789012:certificate/0f8fad5b-d9cb-469f-a165-70867728950e',
      ),
      hostedZone: HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: 'Z0123456789ABC',
        zoneName: 'example.com',
      }),
      network: PortcullisNetwork.inVpc(vpc, { securityGroups: [toApis] }),
      privateHosts: ['orders.internal.example.com'],
      privateRanges: ['10.0.0.0/16'],
      oidc: {
        issuer: 'https://login.example.com/tenant',
        clientId: 'portcullis',
        clientSecret: new Secret(this, 'ClientSecret'),
      },
      groupRoles: { Platform: ['admin'], Engineering: ['editor'] },
      alarms: true,
      alarmTopic: onCall,
      metrics: 'stack',
    });

    new CfnOutput(this, 'Dashboard', { value: tools.dashboardUrl });
    new CfnOutput(this, 'Accounts', { value: tools.userPool.userPoolId });
  }
}

new Platform(new App(), 'Platform');
