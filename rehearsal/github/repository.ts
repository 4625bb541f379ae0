import type { Edits } from './edits.ts';
import type { Emulated } from './emulated.ts';
import type { GitDatabase } from './git-database.ts';
import type { Switches } from './hands.ts';
import type { Call, Reply } from './http.ts';
import type { Directory, Need } from './identity.ts';
import type { Installation } from './installation.ts';
import type { News } from './news.ts';
import type { Reactions } from './reactions.ts';
import type { Recording } from './recording.ts';
import type { Router } from './router.ts';

/** A second repository, read-only. */
export interface OrganizationFiles {
	readonly files: Readonly<Record<string, string>>;
	readonly private: boolean;
}

/** The one repository, as the route files see it. */
export interface Repository {
	readonly id: number;
	readonly url: string;
	readonly owner: string;
	readonly name: string;
	readonly defaultBranch: string;
	/** The API's address of the repository. */
	readonly apiUrl: string;
	/** The web address of the repository. */
	readonly htmlUrl: string;
	readonly git: GitDatabase;
	readonly people: Directory;
	readonly emulated: Emulated;
	readonly reactions: Reactions;
	readonly switches: Switches;
	readonly news: News;
	readonly edits: Edits;
	/** When comments were made, by their ids. Milliseconds. */
	readonly born: Map<number, number>;
	/** The logs of Actions jobs, by their ids. */
	readonly jobLogs: Map<number, string>;
	/** The App, if there is one. */
	readonly installation: Installation | undefined;
	/** `<owner>/.github`, if there is one. */
	readonly organization: OrganizationFiles | undefined;
	readonly router: Router;
	/** The recording of requests and events, if there is one. */
	readonly recording: Recording | undefined;
}

const base = (repository: Repository) => `/repos/${repository.owner}/${repository.name}`;

/** Adds a route below `/repos/<owner>/<repo>`. */
export function route(
	repository: Repository,
	what: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} ${string}`,
	need: Need,
	handler: (call: Call) => Reply | Promise<Reply>,
): void {
	const [method = '', path = ''] = what.split(' ');
	repository.router.on(method, base(repository) + path, need, handler);
}

export const read = (scope: Need['scope']): Need => ({ scope, level: 'read' });
export const write = (scope: Need['scope'], role?: NonNullable<Need['role']>): Need => ({
	scope,
	level: 'write',
	...(role ? { role } : {}),
});
