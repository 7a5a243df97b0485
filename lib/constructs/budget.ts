/**
 * A budget of AWS Budgets for the costs of the account in a month, which tells the owner's topic at 80 % and 100 % of it, and when 100 % is
 * foreseen. The topic's policy must allow budgets.amazonaws.com to publish.
 */
import { Aws } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { DeploymentConfig } from '../config.ts';

const NOTIFICATIONS = [
  ['ACTUAL', 80],
  ['ACTUAL', 100],
  ['FORECASTED', 100],
] as const;

/** Does nothing without `monthlyBudget`. */
export function makeBudget(scope: Construct, { monthlyBudget, alarmTopic, stackName }: DeploymentConfig): void {
  if (monthlyBudget === undefined || !alarmTopic) return;
  new CfnBudget(scope, 'Budget', {
    budget: {
      // The name is the account's, and another region may have a stack of the same name.
      budgetName: `${stackName}-monthly-${Aws.REGION}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudget, unit: 'USD' },
    },
    notificationsWithSubscribers: NOTIFICATIONS.map(([notificationType, threshold]) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'SNS', address: alarmTopic }],
    })),
  });
}
