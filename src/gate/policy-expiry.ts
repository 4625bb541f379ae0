import type { Policy, Rule } from './rule.ts';

/**
 * Returns a policy as it is valid on a day (`2026-12-31`), including the last day of each rule. An expired `allow` is removed. An expired
 * `deny` or `require_approval` stays, so that the policy does not allow more. If the day is unknown, each `allow` with a last day is
 * removed. There is a warning for each of these rules.
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
			? `The rule \`${name}\` allows calls until ${expires}, but the present day is not known, so the rule has no effect ${where}.`
			: undefined;
	}
	if (today <= expires) return undefined;
	return decision === 'allow'
		? `The rule \`${name}\` expired on ${expires}, so it allows nothing any more ${where}.`
		: `The rule \`${name}\` expired on ${expires}, but still applies, because it restricts calls. Remove it to end it ${where}.`;
}
