/**
 * The pages between the request for a login and its code: the choice of a role, e-mail and password, the new password that the first login
 * asks for, and the way to the owner's identity provider and back.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { type Federation, FederationFailed } from './federation/federation.ts';
import { formIn } from './federation/form.ts';
import { loginPage, newPasswordPage, sendPage } from './page.ts';
import { isRole, type People, ROLES } from './people.ts';

const MAX_FORM_BYTES = 2_000;

/** A step that may be taken once, at the sign-in that it belongs to. */
interface Step {
  readonly uid: string;
  readonly username: string;
}

/** The pages of one login. */
export class SignIn {
  private readonly provider: Provider;
  private readonly people: People;
  private readonly federation: Federation | undefined;
  /** People who came back from the owner's provider, by handle. */
  private readonly arrived = new Map<string, Step>();
  /** People with a temporary password who have to choose one, by handle (NEW_PASSWORD_REQUIRED). */
  private readonly challenged = new Map<string, Step>();

  constructor(provider: Provider, people: People, federation: Federation | undefined) {
    this.provider = provider;
    this.people = people;
    this.federation = federation;
  }

  /** GET shows the page; POST signs in with the chosen role or a password, or sends to the owner's provider. */
  async interaction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { uid } = await this.provider.interactionDetails(request, response);
      const handle = new URL(request.url ?? '/', 'http://localhost').searchParams.get('arrived');
      if (handle !== null) return await this.finish(request, response, this.take(handle, uid));
      const isOnly = this.federation?.provider.isOnly === true;
      const form =
        request.method === 'POST' ? ((await formIn(request, MAX_FORM_BYTES)) ?? new URLSearchParams()) : undefined;
      const chosen = form?.get('role') ?? undefined;
      if (this.federation && (isOnly || chosen === 'provider')) {
        response.writeHead(303, { location: await this.federation.begin(uid), 'cache-control': 'no-store' }).end();
      } else if (form === undefined) this.show(response, uid);
      else if (isRole(chosen)) await this.finish(request, response, chosen);
      else if (form.has('handle')) await this.choosePassword(request, response, uid, form);
      else if (form.has('email')) await this.logIn(request, response, uid, form);
      else response.writeHead(400).end('Choose one of the roles.');
    } catch (error) {
      this.refuse(response, error);
    }
  }

  /** Back from the owner's provider: whoever began the sign-in, in this browser, goes on. */
  async comeBack(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (!this.federation) throw new FederationFailed('there is none');
      const { uid, person } = await this.federation.finish(request);
      this.people.welcome(person);
      if (!this.people.has(person.username)) throw new FederationFailed('this account is locked');
      const handle = randomUUID();
      this.arrived.set(handle, { uid, username: person.username });
      response.writeHead(303, { location: `/interaction/${encodeURIComponent(uid)}?arrived=${handle}` }).end();
    } catch (error) {
      this.refuse(response, error);
    }
  }

  private show(
    response: ServerResponse,
    uid: string,
    told?: { readonly email: string; readonly message: string },
  ): void {
    sendPage(response, loginPage(uid, ROLES, this.federation?.provider.name, told));
  }

  private async logIn(request: IncomingMessage, response: ServerResponse, uid: string, form: URLSearchParams) {
    const email = form.get('email') ?? '';
    const outcome = this.people.accounts.logIn(email, form.get('password') ?? '');
    if (outcome.kind === 'in') return await this.finish(request, response, outcome.username);
    if (outcome.kind === 'refused') return this.show(response, uid, { email, message: outcome.message });
    this.challenge(response, uid, outcome.username);
  }

  private challenge(response: ServerResponse, uid: string, username: string, message?: string): void {
    const handle = randomUUID();
    this.challenged.set(handle, { uid, username });
    sendPage(response, newPasswordPage(uid, handle, message));
  }

  private async choosePassword(request: IncomingMessage, response: ServerResponse, uid: string, form: URLSearchParams) {
    const handle = form.get('handle') ?? '';
    const step = this.challenged.get(handle);
    this.challenged.delete(handle);
    if (!step || step.uid !== uid || !this.people.has(step.username)) return this.show(response, uid);
    const password = form.get('new') ?? '';
    const fault =
      password === form.get('again')
        ? this.people.accounts.setPassword(step.username, password)
        : 'The two passwords differ.';
    if (fault !== undefined) return this.challenge(response, uid, step.username, fault);
    await this.finish(request, response, step.username);
  }

  private take(handle: string, uid: string): string {
    const found = this.arrived.get(handle);
    this.arrived.delete(handle);
    if (!found || found.uid !== uid) throw new FederationFailed('it was begun in another browser');
    return found.username;
  }

  private finish(request: IncomingMessage, response: ServerResponse, accountId: string): Promise<void> {
    const options = { mergeWithLastSubmission: false };
    return this.provider.interactionFinished(request, response, { login: { accountId } }, options);
  }

  private refuse(response: ServerResponse, error: unknown): void {
    if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(
      error instanceof FederationFailed
        ? `The sign-in at your identity provider failed: ${error.message}. Go back to the dashboard and sign in again.`
        : 'This login has expired. Go back to the dashboard and sign in again.',
    );
  }
}
