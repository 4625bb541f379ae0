interface TokenNeed {
	readonly level: 'read' | 'write';
	readonly what: string;
	/** Without the permission, a job only shows less. */
	readonly isOptional: boolean;
}

/**
 * The least permissions that the action needs for a job's token, under their names in workflows. With them, the token cannot start or
 * change workflows.
 */
export const jobTokenNeeds = {
	contents: { level: 'write', what: 'the state of runs, and branches', isOptional: false },
	issues: { level: 'write', what: 'comments', isOptional: false },
	'pull-requests': { level: 'write', what: 'pull requests', isOptional: false },
	actions: { level: 'read', what: 'whether another job still lives', isOptional: false },
	checks: { level: 'write', what: "the run's check on a pull request, and its buttons", isOptional: true },
} as const satisfies Readonly<Record<string, TokenNeed>>;

/** The permissions without which a job cannot work: their scopes, levels and uses. */
export const requiredOfJob = Object.entries(jobTokenNeeds)
	.filter(([, { isOptional }]) => !isOptional)
	.map(([scope, { level, what }]) => [scope, level, what] as const);
