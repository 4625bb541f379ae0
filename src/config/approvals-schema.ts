import { z } from 'zod';
import { type ApprovalSettings, nearestWord, standardRoles } from '../core/index.ts';

/** GitHub roles that can never approve anything. */
const idle = ['read', 'none'];

const role = z
	.string()
	.trim()
	.min(1, 'must not be empty')
	.refine((name) => !idle.includes(name.toLowerCase()), {
		error: ({ input }) => `people with the role \`${String(input)}\` cannot approve; the lowest role is \`triage\``,
	})
	.refine((name) => standardRoles.some((known) => known === name) || !isStandard(name.toLowerCase()), {
		error: ({ input }) => `\`${String(input)}\` must be written \`${String(input).toLowerCase()}\``,
	});

const howToFind = 'which https://api.github.com/users/<login> shows as `id`';
const account = z.number().int().min(1);
const numbered = /^@?([a-z\d](?:[a-z\d_-]*[a-z\d])?)#([1-9]\d{0,14})$/i;

/** A person with the account number. A login can be given up and taken by another person, so only the number identifies a person. */
export const person = z.union(
	[
		account.transform((id) => ({ id, login: '' })),
		z
			.string()
			.regex(numbered)
			.transform((text) => ({ id: Number(numbered.exec(text)?.[2]), login: numbered.exec(text)?.[1] ?? '' })),
	],
	{ error: ({ input }) => `\`${String(input)}\` is not an account. Write its number, or 'login#number', ${howToFind}` },
);

const team = z
	.string({ error: 'must be written org/team' })
	.regex(/^@?[a-z\d](?:[a-z\d-]*[a-z\d])?\/[a-z\d][\w.-]*$/i, 'must be written org/team, as in its address on GitHub')
	.transform((name) => name.replace(/^@/, '').toLowerCase());

const roles = z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(role).min(1).max(20));
const count = z.number().int().min(1).max(10).default(1);

const shape = z.strictObject({
	role: roles.exactOptional(),
	people: z.array(person).min(1).max(100).readonly().default([]),
	teams: z.array(team).min(1).max(20).readonly().default([]),
	not_requester: z.boolean().default(false),
	signatures: count,
	critical: count,
	codeowners: z.boolean().default(false),
	require_ids: z.boolean().default(false),
});

/**
 * Who may approve. Roles, people and teams are one list, and anybody on it may approve. If all are missing, anybody with write access may.
 */
export const approvalsSchema = shape.superRefine(refuseImpossible).transform(settingsOf);

/** The keys of `approvals`. */
export const approvalKeys: readonly string[] = Object.keys(shape.shape);

/** The standard role that an unknown role name probably means. */
export function roleMeant(name: string): string | undefined {
	return isStandard(name) ? undefined : nearestWord(name, standardRoles);
}

function isStandard(name: string): boolean {
	return standardRoles.some((known) => known === name);
}

/** Refuses a number of approvals that is higher than the number of possible approvers. Otherwise the request could never be approved. */
function refuseImpossible(
	{ role: named, people, teams, signatures, critical }: z.output<typeof shape>,
	context: z.RefinementCtx,
) {
	const least = new Set(people.map(({ id }) => id)).size;
	if (people.length === 0 || named !== undefined || teams.length > 0 || Math.max(signatures, critical) <= least) return;
	const key = signatures > least ? 'signatures' : 'critical';
	context.addIssue({
		code: 'custom',
		path: [key],
		message: `needs more approvals than the number of accounts in \`people\` (${least})`,
	});
}

function settingsOf({ role: named, people, teams, ...rest }: z.output<typeof shape>): ApprovalSettings {
	const isOpen = people.length + teams.length === 0;
	return {
		roles: named ?? (isOpen ? ['write'] : []),
		people,
		teams: [...new Set(teams)],
		notRequester: rest.not_requester,
		signatures: rest.signatures,
		critical: rest.critical,
		codeowners: rest.codeowners,
		requireIds: rest.require_ids,
	};
}
