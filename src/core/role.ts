import type { Rights } from './forge.ts';

/** GitHub's standard roles that can decide anything here, lowest first. */
export const standardRoles = ['triage', 'write', 'maintain', 'admin'] as const;

type StandardRole = (typeof standardRoles)[number];

/** What the permission API says about a person. */
export type Held = Pick<Rights, 'permission' | 'roleName'>;

/**
 * Returns whether a person has at least a standard role, or exactly the custom role with this name. GitHub's `permission` shows maintain as
 * write and triage as read. For a custom role, only `permission` shows the role that it is based on. So a custom role based on maintain
 * counts as write, and a custom role based on triage counts as no role.
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
