/** As GitHub names them, the lesser first. */
const levels = ['read', 'write', 'admin'];

/** What the token of a job is for. Least: what the action itself asks GitHub for, and nothing that starts workflows or changes them. */
export const jobPermissions = {
	/** Whether the job that claimed a run still lives; logs of failed checks. */
	actions: 'read',
	/** The run's check on a pull request, and its buttons. */
	checks: 'write',
	/** Run refs, claims, commits and branches. */
	contents: 'write',
	/** Comments, reactions, the standing issue. */
	issues: 'write',
	metadata: 'read',
	/** The pull request that it opens, and reviews. */
	pull_requests: 'write',
} as const;

/** Given where the installation has it: rules that name teams. */
export const optionalPermissions = { members: 'read' } as const;

/** What the bot itself does with an installation: it dispatches workflows, beside what it does as jobs do. */
export const botPermissions = { actions: 'write', issues: 'write', metadata: 'read', pull_requests: 'write' } as const;

type Granted = Readonly<Record<string, string | undefined>>;

/** The permissions of an installation that lack for jobs, as `actions=read`. */
export function lackingFor(granted: Granted): readonly string[] {
	return Object.entries(jobPermissions)
		.filter(([name, level]) => !reaches(granted[name], level))
		.map(([name, level]) => `${name}=${level}`);
}

/** What a job's token is asked for: never more than the installation has. */
export function tokenPermissions(granted: Granted): Readonly<Record<string, string>> {
	const more = Object.entries(optionalPermissions).filter(([name, level]) => reaches(granted[name], level));
	return { ...jobPermissions, ...Object.fromEntries(more) };
}

function reaches(has: string | undefined, level: string): boolean {
	return has !== undefined && levels.indexOf(has) >= levels.indexOf(level);
}
