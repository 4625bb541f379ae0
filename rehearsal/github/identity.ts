import { ApiError, notFound } from './http.ts';
import { installationSecret, secret } from './token-shapes.ts';
import type { GitHubApp, Identity, JsonObject, Level, LocalUser, Permission, Scope, TokenIdentity } from './types.ts';

export const actionsBot: LocalUser = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' };
export const actionsApp: GitHubApp = { id: 15368, slug: 'github-actions', name: 'GitHub Actions' };

/** What a route requires: the scope of a token, and the role of a person. */
export interface Need {
	scope: Scope;
	level: 'read' | 'write';
	/** The lowest role of a person who writes. If left out, every signed-in person may. */
	role?: Permission;
}

const ranks: Permission[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
const levels: Level[] = ['none', 'read', 'write'];
const legacy: Partial<Record<Permission, Permission>> = { maintain: 'write', triage: 'read' };

export const usualGrants: Readonly<Record<Scope, Level>> = {
	actions: 'read',
	checks: 'write',
	contents: 'write',
	issues: 'write',
	members: 'none',
	metadata: 'read',
	pull_requests: 'write',
};

export interface World {
	url: string;
	owner: string;
	private: boolean;
	users: LocalUser[];
	grants: Partial<Record<Scope, Level>>;
	/** Whether tokens of installations have the newer form. */
	longTokens?: boolean;
}

/** Returns the token in a header. Git sends it as a password. */
function tokenIn(authorization: string): string {
	const [, basic] = /^basic\s+(.+)$/i.exec(authorization) ?? [];
	if (basic === undefined) return authorization.replace(/^(bearer|token)\s+/i, '').trim();
	return Buffer.from(basic, 'base64')
		.toString()
		.replace(/^[^:]*:/, '');
}

/** The people, what they may do, and the tokens that act as them. */
export class Directory {
	readonly world: World;
	readonly actionsToken: string;
	readonly #users = new Map<string, LocalUser>();
	readonly #tokens = new Map<string, TokenIdentity>();
	readonly #recognizers: ((token: string) => Identity | undefined)[] = [];

	constructor(world: World) {
		this.world = world;
		this.actionsToken = installationSecret(actionsApp.id, world.longTokens === true);
		for (const user of [actionsBot, { login: world.owner, id: 9_000_001 }, ...world.users]) {
			this.#users.set(user.login.toLowerCase(), { type: 'User', ...user });
		}
		for (const user of this.users()) this.#tokens.set(secret('ghp_'), { kind: 'user', login: user.login });
		this.#tokens.set(this.actionsToken, { kind: 'actions' });
	}

	users(): LocalUser[] {
		return [...this.#users.values()];
	}

	find(login: string): LocalUser | undefined {
		return this.#users.get(login.toLowerCase());
	}

	get(login: string): LocalUser {
		const user = this.find(login);
		if (!user) throw new Error(`nobody is called ${login} here`);
		return user;
	}

	tokenOf(login: string): string {
		const wanted = this.get(login).login;
		for (const [token, identity] of this.#tokens) {
			if (identity.kind === 'user' && identity.login === wanted && !identity.viaApp) return token;
		}
		throw new Error(`${login} has no token any more`);
	}

	addToken(token: string, identity: TokenIdentity): void {
		this.#tokens.set(token, identity);
	}

	/** Adds a function that recognizes further tokens, such as those of an App, which expire. */
	recognizing(recognize: (token: string) => Identity | undefined): void {
		this.#recognizers.push(recognize);
	}

	revokeToken(token: string): void {
		this.#tokens.delete(token);
	}

	setPermission(login: string, permission: Permission, roleName?: string): void {
		const { roleName: _gone, ...user } = this.get(login);
		this.#users.set(login.toLowerCase(), { ...user, permission, ...(roleName ? { roleName } : {}) });
	}

	/** Returns undefined without a token. @throws for an unknown token, even if none is needed. */
	identify(authorization: string | undefined): Identity | undefined {
		if (authorization === undefined) return undefined;
		const token = tokenIn(authorization);
		for (const recognize of this.#recognizers) {
			const who = recognize(token);
			if (who) return who;
		}
		const found = this.#tokens.get(token);
		if (!found) throw new ApiError(401, 'Bad credentials');
		if (found.kind === 'user') return this.person(found.login, found.viaApp);
		const grants = { ...usualGrants, ...this.world.grants, ...found.permissions };
		return { user: actionsBot, app: actionsApp, grants };
	}

	/** Returns the identity of a person or a bot. A bot writes through its own App, whatever token it has. */
	person(login: string, viaApp?: GitHubApp): Identity {
		const user = this.get(login);
		const slug = login.replace('[bot]', '');
		const own = user.type === 'Bot' ? { id: user.id, slug, name: slug } : undefined;
		return { user, app: viaApp ?? own, grants: undefined };
	}

	/** Returns an account as GitHub shows it everywhere. */
	json({ login, id, type = 'User' }: LocalUser): JsonObject {
		const at = encodeURIComponent(login);
		const api = `${this.world.url}/users/${at}`;
		return {
			login,
			id,
			node_id: Buffer.from(`U_${id}`).toString('base64url'),
			avatar_url: `${this.world.url}/avatars/u/${id}`,
			gravatar_id: '',
			url: api,
			html_url: `${this.world.url}/${type === 'Bot' ? `apps/${login.replace('[bot]', '')}` : login}`,
			followers_url: `${api}/followers`,
			following_url: `${api}/following{/other_user}`,
			gists_url: `${api}/gists{/gist_id}`,
			starred_url: `${api}/starred{/owner}{/repo}`,
			subscriptions_url: `${api}/subscriptions`,
			organizations_url: `${api}/orgs`,
			repos_url: `${api}/repos`,
			events_url: `${api}/events{/privacy}`,
			received_events_url: `${api}/received_events`,
			type,
			user_view_type: 'public',
			site_admin: false,
		};
	}

	permissionOf(user: LocalUser): Permission {
		if (user.login.toLowerCase() === this.world.owner.toLowerCase()) return 'admin';
		return user.permission ?? (this.world.private ? 'none' : 'read');
	}

	has(who: Identity, role: Permission): boolean {
		return ranks.indexOf(this.permissionOf(who.user)) >= ranks.indexOf(role);
	}

	association(user: LocalUser): string {
		if (user.association !== undefined) return user.association;
		if (user.login.toLowerCase() === this.world.owner.toLowerCase()) return 'OWNER';
		return user.permission && user.permission !== 'none' ? 'COLLABORATOR' : 'NONE';
	}

	/** Returns the user, and the rest of the answer to `GET collaborators/{user}/permission`. */
	collaboration(login: string): { user: LocalUser; answer: JsonObject } {
		const user = this.find(login);
		// This endpoint does not know an App's bot, unless it is a collaborator.
		if (!user || (user.type === 'Bot' && !user.permission)) throw notFound(`${login} is not a user`);
		const permission = this.permissionOf(user);
		const answer = { permission: legacy[permission] ?? permission, role_name: user.roleName ?? permission };
		return { user, answer };
	}

	/** The `permissions` object of repositories and collaborators. */
	powers(who: Identity): JsonObject {
		const at = ranks.indexOf(who.grants ? 'write' : this.permissionOf(who.user));
		return { admin: at > 4, maintain: at > 3, push: at > 2, triage: at > 1, pull: at > 0 };
	}

	/** Checks the rights. `open` means that the route checks them itself. */
	authorize(who: Identity | undefined, need: Need | 'open'): void {
		if (need === 'open') return;
		if (!who) this.#anonymous(need);
		else if (who.grants) this.#installation(who.grants, need);
		else this.#person(who, need);
	}

	#person(who: Identity, need: Need): void {
		if (this.permissionOf(who.user) === 'none') throw notFound();
		if (need.level === 'read') return;
		if (need.scope === 'checks') throw new ApiError(403, 'You must authenticate via a GitHub App.');
		if (this.has(who, need.role ?? 'none')) return;
		throw need.scope === 'contents' ? notFound() : new ApiError(403, 'Must have admin rights to Repository.');
	}

	#anonymous(need: Need): void {
		if (need.level === 'write') throw new ApiError(401, 'Requires authentication');
		if (this.world.private) throw notFound();
	}

	#installation(grants: Readonly<Record<Scope, Level>>, need: Need): void {
		const readsPublicly = need.level === 'read' && !this.world.private && need.scope !== 'actions';
		if (readsPublicly || levels.indexOf(grants[need.scope]) >= levels.indexOf(need.level)) return;
		throw new ApiError(403, 'Resource not accessible by integration');
	}
}
