import type { Rights } from './forge.ts';

/** GitHub's own roles that can decide anything here, the least first. */
export const standardRoles = ['triage', 'write', 'maintain', 'admin'] as const;

type StandardRole = (typeof standardRoles)[number];

/** What the permission API says of a person. */
export type Held = Pick<Rights, 'permission' | 'roleName'>;

/**
 * Whether somebody has at least a standard role, or exactly the custom one of this name. GitHub's `permission` folds maintain into write and
 * triage into read, and says of a custom role only that: so one over maintain counts as write, and one over triage as nothing.
 */
export function holdsRole(role: string, held: Held): boolean {
	const least = standardRoles.indexOf(role as StandardRole);
	if (least === -1) return held.roleName === role;
	const highest = standardRoles.findLastIndex((standard) => has[standard](held));
	return highest >= least;
}

const has: Readonly<Record<StandardRole, (held: Held) => boolean>> = {
	triage: ({ permission, roleName }) => permission === 'triage' || (permission === 'read' && roleName === 'triage'),
	write: ({ permission }) => permission === 'write',
	maintain: ({ permission, roleName }) =>
		permission === 'maintain' || (permission === 'write' && roleName === 'maintain'),
	admin: ({ permission }) => permission === 'admin',
};
