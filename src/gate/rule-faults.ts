import { effectTraits, hostPattern, isOwnMachine, privateHostName, standardRoles } from '../core/index.ts';
import { badPolicy, meant } from './bad-policy.ts';
import type { RuleText } from './policy-schema.ts';
import type { PolicySource } from './policy-yaml.ts';
import type { Rule } from './rule.ts';

/** The roles that a rule can require. Triage has no write access, so it would not narrow who may approve. */
const roles: readonly string[] = standardRoles.filter((role) => role !== 'triage');
const approver = /^@[a-z\d](?:[a-z\d_-]*[a-z\d])?(?:#[1-9]\d{0,14}|\/[a-z\d][\w.-]*)$/i;
const bareLogin = /^@?([a-z\d](?:[a-z\d_-]*[a-z\d])?)$/i;

/**
 * Refuses errors that the schema cannot see: duplicate names, invalid approvers, and effects that may never be allowed. @throws
 * CountersignError `bad-policy`.
 */
export function refuseUnfit(rules: readonly RuleText[], source: PolicySource): void {
	rules.forEach((rule, i) => {
		refuseTakenName(rules, i, source);
		refuseApprovers(rule, i, source);
		refuseEmpty(rule, i, source);
		refuseWideTools(rule, i, source);
		refuseHosts(rule, i, source);
		if (rule.action === 'allow' && rule.effects?.includes('opaque') === true)
			throw badPolicy(
				`\`${rule.name}\` allows \`opaque\`, but no rule can allow unknown effects (${source.at(['rules', i, 'effects'])})`,
				'Remove `opaque` from its effects.',
			);
	});
}

function refuseTakenName(rules: readonly RuleText[], index: number, source: PolicySource): void {
	const name = rules[index]?.name;
	const first = rules.findIndex((rule) => rule.name === name);
	if (first === index) return;
	throw badPolicy(
		`two rules are called \`${name}\` (${source.at(['rules', first])} and ${source.at(['rules', index])})`,
		'Give each rule its own name, because verdicts and grants name rules.',
	);
}

function refuseApprovers({ name, action, approvers }: RuleText, index: number, source: PolicySource): void {
	if (approvers === undefined) return;
	const at = ['rules', index, 'approvers'];
	if (action !== 'require_approval')
		throw badPolicy(
			`\`${name}\` has approvers, but does not require approval (${source.at(at)})`,
			'Use approvers only with `action: require_approval`.',
		);
	const wrong = approvers.findIndex((one) => !roles.includes(one) && !approver.test(one));
	const given = approvers[wrong];
	if (given === undefined) return;
	const where = source.at([...at, wrong]);
	const [, login] = bareLogin.exec(given) ?? [];
	if (login !== undefined && (given.startsWith('@') || meant(given, roles) === ''))
		throw badPolicy(
			`\`${given}\` names an approver without the number of the account (${where})`,
			`A person can give up a login, and somebody else can take it. Write '@${login}#number', which https://api.github.com/users/${login} shows as \`id\`.`,
		);
	const near = approver.test(`@${given}`) ? [...roles, `@${given}`] : roles;
	throw badPolicy(
		`\`${given}\` is no approver (${where})${meant(given, near)}`,
		`One of: '@login#number', '@org/team', ${roles.join(', ')}.`,
	);
}

/** All tools of one server. */
const serverTools = /^mcp_[^*]*[^*_][^*]*_\*$/;

/**
 * Refuses a `*` that is not for the tools of one server. Threat: `*` would allow every tool, including those of servers that are added
 * later.
 */
function refuseWideTools({ name, tools = [], tool }: RuleText, index: number, source: PolicySource): void {
	const wide = [...tools, ...(tool === undefined ? [] : [tool])].find(
		(one) => one.includes('*') && !serverTools.test(one),
	);
	if (wide === undefined) return;
	throw badPolicy(
		`\`${wide}\` of \`${name}\` does not name the tools of one server (${source.at(['rules', index])})`,
		'Write `mcp__server__*` for all tools of a server, or name each tool.',
	);
}

function refuseHosts({ name, hosts = [] }: RuleText, index: number, source: PolicySource): void {
	const wrong = hosts.find((host) => !(hostPattern(host) ?? privateHostName(host)) && !isOwnMachine(host));
	if (wrong === undefined) return;
	throw badPolicy(
		`\`${wrong}\` of \`${name}\` is not a valid name of a host (${source.at(['rules', index, 'hosts'])})`,
		'Write `docs.example.com`, `docs.example.com:8443`, or `*.example.com` for all names below it.',
	);
}

/** Refuses an empty list of globs, hosts or approvers, because no author means it. */
function refuseEmpty(rule: RuleText, index: number, source: PolicySource): void {
	const key = (['paths', 'branches', 'hosts', 'approvers'] as const).find((one) => rule[one]?.length === 0);
	if (key === undefined) return;
	throw badPolicy(
		`\`${key}\` of \`${rule.name}\` is empty (${source.at(['rules', index, key])})`,
		'Add a value, or remove the key.',
	);
}

/** Returns warnings about conditions of a rule that can never be true. They do not stop a run. */
export function warningsFor(rule: Rule, file: string): readonly string[] {
	const where = `(${file}:${rule.line})`;
	if (rule.tools === undefined && rule.effects === undefined)
		return [`The rule \`${rule.name}\` names neither tools nor effects, so it never matches ${where}.`];
	const lacks = (what: 'branch' | 'path' | 'host') =>
		rule.effects !== undefined && ![...rule.effects].some((kind) => effectTraits[kind].about === what);
	const never = [
		[rule.branches !== undefined && lacks('branch'), 'a branch'],
		[(rule.paths ?? rule.pathPatterns) !== undefined && lacks('path'), 'a path'],
		[rule.hosts !== undefined && lacks('host'), 'a host'],
	] as const;
	return never.flatMap(([isNever, what]) =>
		isNever
			? [
					`The rule \`${rule.name}\` has a condition about ${what}, but none of its effects has this, so the rule never matches ${where}.`,
				]
			: [],
	);
}
