import { jobTokenNeeds } from '../core/index.ts';

/** GitHub's names of the levels, the lowest first. */
const levels = ['read', 'write', 'admin'];

/** The permissions of a job's token, under the names that GitHub uses for Apps: `pull_requests`. */
export const jobPermissions: Readonly<Record<string, string>> = {
	...Object.fromEntries(Object.entries(jobTokenNeeds).map(([scope, { level }]) => [scope.replaceAll('-', '_'), level])),
	metadata: 'read',
};

/** Permissions that a job gets if the installation has them. They are for rules that name teams. */
export const optionalPermissions = { members: 'read' } as const;

/** The permissions that the bot itself uses in an installation. Unlike jobs, the bot dispatches workflows. */
const botPermissions = { actions: 'write', issues: 'write', metadata: 'read', pull_requests: 'write' } as const;

/** All permissions of the App, as `app.yml` asks for them. */
export const appPermissions: Readonly<Record<string, string>> = {
	...jobPermissions,
	...optionalPermissions,
	...botPermissions,
};

type Granted = Readonly<Record<string, string | undefined>>;

/** Returns the permissions that jobs need and an installation does not have, such as `actions=read`. */
export function lackingFor(granted: Granted): readonly string[] {
	return Object.entries(jobPermissions)
		.filter(([name, level]) => !reaches(granted[name], level))
		.map(([name, level]) => `${name}=${level}`);
}

/** Returns the permissions that a job's token gets: the ones that jobs need, and the optional ones that the installation has. */
export function tokenPermissions(granted: Granted): Readonly<Record<string, string>> {
	const more = Object.entries(optionalPermissions).filter(([name, level]) => reaches(granted[name], level));
	return { ...jobPermissions, ...Object.fromEntries(more) };
}

function reaches(has: string | undefined, level: string): boolean {
	return has !== undefined && levels.indexOf(has) >= levels.indexOf(level);
}
