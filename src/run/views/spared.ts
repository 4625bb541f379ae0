import { boundHost, type Effect, type EntryOf, isOwnMachine } from '../../core/index.ts';
import type { AskedCount, Spared } from '../../report/index.ts';
import type { State } from '../state/state.ts';
import { type Question, questionsOf } from './questions.ts';

/** Counts the questions of a run and the answers. It also suggests rules and grants that would have avoided some questions. */
export function askedOf(state: State): AskedCount {
	const questions = questionsOf(state);
	const said = (answer: Question['answer']): number => questions.filter((one) => one.answer === answer).length;
	return {
		questions: questions.length,
		approved: said('approved'),
		denied: said('denied'),
		spared: [...byRules(questions), ...byGrants(questions)],
	};
}

/** Suggests rules for hosts. It uses only questions that were about nothing but hosts, and only if nobody denied one of these hosts. */
function byRules(questions: readonly Question[]): readonly Spared[] {
	const asking = questions.flatMap((question) => {
		const hosts = hostsAlone(question);
		return hosts === undefined ? [] : [{ question, hosts }];
	});
	const refused = new Set(asking.flatMap(({ question, hosts }) => (question.answer === 'denied' ? hosts : [])));
	const found = asking
		.filter(({ hosts }) => !hosts.some((host) => refused.has(host)))
		.map(({ hosts }): Spared => {
			const covered = asking.filter((other) => other.hosts.every((host) => hosts.includes(host)));
			return { kind: 'rule', hosts, ids: covered.map(({ question }) => question.id) };
		});
	return largest(found);
}

/**
 * Returns the hosts of a question that a standing approval could have answered. It can do so if only policies of the repository asked, only
 * about hosts, and without naming approvers.
 */
function hostsAlone({ verdict }: Question): readonly string[] | undefined {
	const { asks, effects = [], matches = [], executes = [], tool_name: tool } = verdict ?? {};
	if (asks?.hosts === undefined || asks.others === true || asks.classes !== undefined) return undefined;
	// No standing approval covers a call that executes files, because this run may have written them.
	if (executes.length > 0) return undefined;
	const asking = matches.filter(({ decision }) => decision === 'confirm');
	const isAnswerable = asking.every(
		({ stage, approvers, file = '' }) => stage === 'policy' && approvers === undefined && !isOfOrganization(file),
	);
	const isExact = networkOf(effects).every((host) => boundHost(host) !== undefined && !isOwnMachine(host));
	return isAnswerable && isExact && tool === 'shell_exec' && asks.hosts.length > 0 ? [...asks.hosts].sort() : undefined;
}

/**
 * Returns whether a policy file belongs to the organization: then its name contains the organization's repository. A standing approval only
 * answers questions of the repository's own policies.
 */
function isOfOrganization(file: string): boolean {
	return file.includes(':');
}

/** Suggests `for-run` for given approvals, with the later questions that it would have answered. */
function byGrants(questions: readonly Question[]): readonly Spared[] {
	const found = questions
		.filter(({ answer, scope }) => answer === 'approved' && (scope === undefined || scope === 'always'))
		.map((given): Spared => {
			const later = questions.filter((question) => isSparedBy(given, question) && !isRefused(question, questions));
			return { kind: 'grant', id: given.id, ids: later.map(({ id }) => id) };
		});
	return largest(found.filter(({ ids }) => ids.length > 0));
}

function isSparedBy(given: Question, later: Question): boolean {
	const { verdict: one, needs, approvedIn } = given;
	const { verdict: other } = later;
	if (one === undefined || other === undefined || approvedIn === undefined) return false;
	// A grant needs one person who could approve alone, and covers only calls that need the same approvers.
	const isAlone = needs.length === 1 && needs[0]?.count === 1 && same(needs, later.needs);
	const isLater = later.askedIn > approvedIn && one.tool_name === other.tool_name;
	const rules = askingRules(one);
	return isAlone && isLater && [...askingRules(other)].every((rule) => rules.has(rule)) && isWithin(other, one);
}

function isWithin({ effects }: EntryOf<'tool_attempt'>, { asks }: EntryOf<'tool_attempt'>): boolean {
	const hosts = networkOf(effects).map((host) => boundHost(host) ?? '');
	const classes = effects.flatMap((effect) => (effect.kind === 'deliver' ? [effect.what] : []));
	return (
		hosts.every((host) => asks?.hosts?.includes(host) ?? true) &&
		classes.every((name) => asks?.classes?.includes(name) ?? true)
	);
}

/** Returns whether somebody denied a call of the same tool under the same rule. After that, a grant from another answer is not valid. */
function isRefused({ verdict }: Question, questions: readonly Question[]): boolean {
	return questions.some(
		(other) =>
			other.answer === 'denied' &&
			other.verdict?.tool_name === verdict?.tool_name &&
			other.verdict?.matched_rule === verdict?.matched_rule,
	);
}

function askingRules({ matches, matched_rule: rule }: EntryOf<'tool_attempt'>): ReadonlySet<string> {
	const asking = matches.filter(({ decision }) => decision === 'confirm');
	return new Set(asking.length === 0 ? [rule] : asking.map((match) => match.rule));
}

function networkOf(effects: readonly Effect[]): readonly string[] {
	return effects.flatMap((effect) => (effect.kind === 'network' ? [effect.host] : []));
}

/**
 * Sorts the suggestions so that those which avoid the most questions come first. It removes a suggestion if another one avoids the same
 * questions.
 */
function largest(found: readonly Spared[]): readonly Spared[] {
	const sorted = found.toSorted((a, b) => b.ids.length - a.ids.length);
	return sorted.filter(
		({ ids }, index) => !sorted.slice(0, index).some((other) => ids.every((id) => other.ids.includes(id))),
	);
}

function same(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}
