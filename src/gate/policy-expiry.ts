import type { Policy, Rule } from './rule.ts';

/**
 * Returns a policy as it is valid on a day (`2026-12-31`). A rule is valid through its last day. An expired rule never makes the policy
 * wider: an allow is removed, and a rule that restricts stays. If the day is unknown, every allow that can expire is removed. Each
 * removed or expired rule adds a warning.
 */
export function asOf(policy: Policy, today: string | undefined): Policy {
	const told = policy.rules.map((rule) => ({ rule, warning: warningOf(rule, policy.file, today) }));
	return {
		...policy,
		rules: told
			.filter(({ rule, warning }) => warning === undefined || rule.decision !== 'allow')
			.map(({ rule }) => rule),
		warnings: [...policy.warnings, ...told.flatMap(({ warning }) => warning ?? [])],
	};
}

function warningOf(
	{ name, decision, expires, line }: Rule,
	file: string,
	today: string | undefined,
): string | undefined {
	if (expires === undefined) return undefined;
	const where = `(${file}:${line})`;
	if (today === undefined) {
		return decision === 'allow'
			? `The rule \`${name}\` allows until ${expires}, and the day is not known: it does not count ${where}.`
			: undefined;
	}
	if (today <= expires) return undefined;
	return decision === 'allow'
		? `The rule \`${name}\` expired on ${expires}: what it allowed is not allowed any more ${where}.`
		: `The rule \`${name}\` expired on ${expires} and stays in force, because it restricts; take it out to end it ${where}.`;
}
