/**
 * What an owner may decide about a deployment, with defaults that suit most. Read from CDK context
 * (`cdk deploy -c config=portcullis.config.json`, or `-c auditRetentionDays=90` one by one). Nothing in here can loosen
 * the egress guard, and nothing may: a test reads the synthesized template for it.
 */
import { z } from 'zod';
import { LIMITS } from '../core/limits.ts';

export const deploymentConfig = z.strictObject({
  stackName: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
    .default('Portcullis'),
  /** Keep tables, buckets and keys when the stack is deleted. */
  retainData: z.boolean().default(true),
  logRetentionDays: z.literal([7, 14, 30, 60, 90, 180, 365]).default(30),
  /** Retention of the audit archive under S3 Object Lock. */
  auditRetentionDays: z.int().min(1).max(3_650).default(365),
  /** `compliance` cannot be shortened by anybody, not even by the root user, and blocks deletion of the stack. */
  auditLock: z.enum(['governance', 'compliance']).default('governance'),
  /** Life of one event stream; each held stream is one running function, which costs money. */
  streamLifeSeconds: z
    .int()
    .min(30)
    .max(LIMITS.stream.maxLifeMs / 1_000)
    .default(LIMITS.stream.lifeMs / 1_000),
  /** Whether tools/list_changed is offered over held streams (see design/push.md for its cost). */
  changeStreams: z.boolean().default(true),
  /** Further origins from which a browser may call the MCP endpoints. */
  allowedOrigins: z.array(z.url()).max(20).default([]),
});

export type DeploymentConfig = z.infer<typeof deploymentConfig>;

/** Throws ZodError naming each bad field. Context values given on the command line arrive as text. */
export function readConfig(context: Record<string, unknown>): DeploymentConfig {
  const known = Object.keys(deploymentConfig.shape);
  const given = Object.fromEntries(Object.entries(context).filter(([key]) => known.includes(key)));
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === 'string' && key !== 'stackName' && key !== 'auditLock') given[key] = JSON.parse(value);
  }
  return deploymentConfig.parse(given);
}
