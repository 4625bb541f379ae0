import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { checkAppToken, isSignedToken, publicKeyOf } from './app-token.ts';
import type { Switches } from './hands.ts';
import { ApiError, notFound, stamp, unprocessable } from './http.ts';
import { installationSecret } from './token-shapes.ts';
import type { AppOptions, GitHubApp, Identity, JsonObject, Level, LocalUser, Scope } from './types.ts';

const tokenLifeMs = 3_600_000;
const levels: Level[] = ['none', 'read', 'write'];
const atMost = (wanted: Level, limit: Level): Level =>
	levels[Math.min(levels.indexOf(wanted), levels.indexOf(limit))] ?? 'none';

const usualPermissions: Readonly<Partial<Record<Scope, Level>>> = {
	actions: 'write',
	checks: 'write',
	contents: 'write',
	issues: 'write',
	metadata: 'read',
	pull_requests: 'write',
};
const events = ['check_run', 'issue_comment', 'issues', 'pull_request', 'pull_request_review_comment'];
/** Empty rights. */
export const nothing: Readonly<Record<Scope, Level>> = {
	actions: 'none',
	checks: 'none',
	contents: 'none',
	issues: 'none',
	members: 'none',
	metadata: 'none',
	pull_requests: 'none',
};

/** Returns an App with a new key and a new webhook secret. */
export function makeApp(change: Partial<AppOptions> = {}): AppOptions {
	const { privateKey } = generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		// The format in which GitHub gives out keys.
		privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
	});
	const webhookSecret = randomBytes(20).toString('hex');
	return { id: 1_424_242, slug: 'countersign', privateKeyPem: privateKey, webhookSecret, ...change };
}

export interface TokenWish {
	readonly permissions: Readonly<Partial<Record<Scope, Level>>> | undefined;
	/** If undefined, all repositories of the installation. */
	readonly repositories: readonly number[] | undefined;
}

export interface InstallationToken extends TokenWish {
	readonly token: string;
	readonly expiresAt: Date;
}

/** The App, its installation and the tokens of the installation. */
export class Installation {
	readonly id: number;
	readonly app: GitHubApp;
	readonly bot: LocalUser;
	readonly webhookSecret: string;
	readonly createdAt = stamp();
	readonly #key: KeyObject;
	readonly #switches: Switches;
	readonly #permissions: Partial<Record<Scope, Level>>;
	readonly #tokens = new Map<string, InstallationToken>();

	constructor(options: AppOptions, switches: Switches) {
		const { id, slug, webhookSecret } = options;
		this.#permissions = { ...(options.permissions ?? usualPermissions), metadata: 'read' };
		this.id = 60_000_000 + id;
		this.app = { id, slug, name: slug, permissions: this.#permissions, events };
		this.bot = { login: `${slug}[bot]`, id: 200_000_000 + id, type: 'Bot' };
		this.webhookSecret = webhookSecret;
		this.#key = publicKeyOf(options.privateKeyPem);
		this.#switches = switches;
	}

	get suspended(): boolean {
		return this.#switches.appSuspended;
	}

	get removed(): boolean {
		return this.#switches.appRemoved;
	}

	get permissions(): JsonObject {
		return Object.fromEntries(Object.entries(this.#permissions).filter(([, level]) => level !== 'none'));
	}

	/** Returns undefined if it is not a token of this App. */
	recognize(token: string): Identity | undefined {
		if (isSignedToken(token)) {
			checkAppToken(token, this.app, this.#key);
			return { user: this.bot, app: this.app, grants: { ...nothing, metadata: 'read' }, isApp: true };
		}
		const found = this.#tokens.get(token);
		if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
		if (this.suspended) throw new ApiError(403, 'This installation has been suspended');
		const { repositories } = found;
		const reaches = (id: number) => !this.removed && (repositories === undefined || repositories.includes(id));
		return { user: this.bot, app: this.app, grants: this.#grants(found), reaches, installationToken: token };
	}

	/** Returns the permissions that the token was created with and that the App still has. */
	#grants({ permissions }: InstallationToken): Record<Scope, Level> {
		const has = Object.entries(this.#permissions) as [Scope, Level][];
		const granted = has.map(([scope, level]) => {
			const wanted = scope === 'metadata' || !permissions ? level : (permissions[scope] ?? 'none');
			return [scope, atMost(wanted, level)] as const;
		});
		return { ...nothing, ...Object.fromEntries(granted) };
	}

	makeToken({ permissions, repositories }: TokenWish): InstallationToken {
		if (this.removed) throw notFound();
		if (this.suspended) throw new ApiError(403, 'This installation has been suspended');
		for (const [scope, level] of Object.entries(permissions ?? {}) as [Scope, Level][]) {
			if (atMost(level, this.#permissions[scope] ?? 'none') !== level) {
				throw unprocessable('The permissions requested are not granted to this installation.');
			}
		}
		const made = {
			token: installationSecret(this.app.id, this.#switches.longTokens),
			expiresAt: new Date(Date.now() + tokenLifeMs),
			permissions: permissions && { ...permissions, metadata: 'read' as const },
			repositories,
		};
		this.#tokens.set(made.token, made);
		return made;
	}

	find(token: string): InstallationToken | undefined {
		return this.#tokens.get(token);
	}

	/** Returns the permissions of a token as the API shows them. */
	permissionsOf(token: InstallationToken): JsonObject {
		const grants = Object.entries(this.#grants(token)).filter(([, level]) => level !== 'none');
		return Object.fromEntries(grants);
	}

	endToken(token: string): void {
		this.#tokens.delete(token);
	}

	expireTokens(): void {
		this.#tokens.clear();
	}

	revoke(scope: Scope): void {
		this.#permissions[scope] = 'none';
	}
}
