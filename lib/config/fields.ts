/** Values that several settings have in common, and how a check of several settings refuses one. */
import { z } from 'zod';

/** Refuses a setting: its path, and a message that follows its name. */
export type Refuse = (path: readonly string[], message: string) => void;

/**
 * Whether CDK puts the value in at deployment, as for a resource of the same app: nothing is known of it now. Told by the form of its
 * placeholder, because commands read settings without loading aws-cdk-lib (Token.isUnresolved).
 */
export const isToken = (text: string): boolean => /\$\{Token\[/.test(text);

/** A text of this form, or a reference that CDK resolves. */
export const referable = (form: RegExp, message: string) =>
  z.string().refine((text) => isToken(text) || form.test(text), message);

/** A region of AWS that can be part of a deployment. */
export const region = z
  .string()
  .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'is not the name of an AWS region, such as eu-west-1')
  .refine((name) => !/^(cn|us-gov|us-iso|eusc)/.test(name), 'is in a partition without global tables across to others');

/** A host name. */
export const host = referable(
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  'is no host name such as mcp.example.com',
);

/** An address that is called by HTTPS. */
export const httpsUrl = z.url({ protocol: /^https$/ }).max(300);

/** ARN of a secret of Secrets Manager, whose names have at most 512 characters (CreateSecret), before six of its own. */
export const secretArn = referable(
  /^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]{1,519}$/,
  'is no ARN of a secret in Secrets Manager',
);

/** Version id of a secret. CloudFormation reads a secret again only if the template has changed, so a new version has to be named. */
export const secretVersion = z.string().regex(/^[\w-]{32,64}$/, 'is no version id of Secrets Manager');

/** A list whose items are checked by a function that says what is wrong with one. */
export const listOf = (fault: (text: string) => string | undefined, most: number) =>
  z
    .array(
      z.string().superRefine((text, context) => {
        const message = fault(text);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }),
    )
    .max(most)
    .refine((items) => new Set(items).size === items.length, 'names something twice')
    .default([]);

/** Ids of resources of EC2. */
export const idsOf = (prefix: string, most: number) =>
  listOf(
    (text) =>
      isToken(text) || new RegExp(`^${prefix}-[0-9a-f]{8,17}$`).test(text)
        ? undefined
        : `is no id such as ${prefix}-0a1b2c3d`,
    most,
  );
