/**
 * The owner's domain names for the distribution: their certificate, which must be in us-east-1, and their records in a
 * Route 53 zone. Without a zone the owner adds an alias or CNAME for the distribution to their DNS.
 */
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, type IHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';

/** The domain names, their certificate and their records. */
export class OwnDomain extends Construct {
  readonly names: readonly string[];
  readonly certificate: ICertificate;
  private readonly zone: IHostedZone | undefined;

  constructor(scope: Construct, id: string, { domainNames, certificateArn, hostedZone }: DeploymentConfig) {
    super(scope, id);
    this.names = domainNames;
    this.zone =
      hostedZone &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: hostedZone.id, zoneName: hostedZone.name });
    const [domainName, ...subjectAlternativeNames] = domainNames as [string, ...string[]];
    this.certificate = certificateArn
      ? Certificate.fromCertificateArn(this, 'Certificate', certificateArn)
      : new Certificate(this, 'Certificate', {
          domainName,
          subjectAlternativeNames,
          validation: CertificateValidation.fromDns(this.zone),
        });
  }

  /** Creates A and AAAA records for each name; does nothing without a zone. */
  pointTo(distribution: IDistribution): void {
    const { zone } = this;
    if (!zone) return;
    const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
    for (const [index, recordName] of this.names.entries()) {
      new ARecord(this, `Record${index + 1}`, { zone, recordName, target });
      new AaaaRecord(this, `Record${index + 1}v6`, { zone, recordName, target });
    }
  }
}
