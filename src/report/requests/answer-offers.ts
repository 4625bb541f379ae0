import { type DeliveredClass, deliveredClasses, type EntryOf } from '../../core/index.ts';
import { span } from '../text/markdown.ts';
import { valueSpan } from '../text/spelled.ts';
import type { RequestItem } from './request-item.ts';

/** Returns the answers that a request offers, one line each, with the effect of each. */
export function offeredAnswers(items: readonly RequestItem[]): string {
	const ids = items.map(({ id }) => id);
	const [first = 'A1'] = ids;
	const isOwn = items.every(({ raise, plan }) => raise !== undefined || plan !== undefined);
	const intro = '**Answer** with a new comment';
	// For such items, the text above already says what an approval allows.
	if (isOwn) {
		const all = ids.length > 1 ? ` · \`/approve ${ids.join(' ')}\`` : '';
		return `${intro}: \`/approve ${first}\`${all} · \`/deny ${first} because …\``;
	}
	const lines = [
		`\`/approve ${first}\`: this step, once.`,
		...(ids.length > 1 ? [`\`/approve ${ids.join(' ')}\`: all ${ids.length} steps, once each.`] : []),
		...items.flatMap(runOffer),
		`\`/deny ${first} because …\`: not this step. The agent reads why.`,
	];
	return `${intro}:\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

/**
 * Returns the line that offers `for-run`. It is offered only if the grant is limited to what the request shows, and if the approval of one
 * person is enough.
 */
function runOffer({ id, verdict, needs = [] }: RequestItem): readonly string[] {
	const isAlone = needs.length <= 1 && needs.every(({ count }) => count === 1);
	const more = isAlone ? grantWords(verdict) : undefined;
	return more === undefined ? [] : [`\`/approve ${id} for-run\`: this step${more}`];
}

/**
 * Describes what the grant allows. Undefined if neither hosts nor file classes would limit the grant, because the request does not offer
 * unlimited grants.
 */
function grantWords(verdict: EntryOf<'tool_attempt'>): string | undefined {
	const { asks, tool_name: tool } = verdict;
	const hosts = asks?.hosts ?? [];
	const classes = (asks?.classes ?? []).filter((name) => name !== 'ordinary');
	if (asks === undefined || hosts.length + classes.length === 0) return undefined;
	const isCommand = hosts.length > 0 && tool === 'shell_exec';
	const named = classes.map(classWords).join(' or ');
	if (asks.others === true) {
		const within = [
			...(hosts.length === 0 ? [] : [onlyHosts(hosts)]),
			...(classes.length === 0 ? [] : [`the only risky files that it delivers are of this kind: ${named}`]),
		].join(', and ');
		const [one, all] = isCommand ? ['command', 'commands'] : [`call of ${span(tool)}`, `calls of ${span(tool)}`];
		return `, and similar ${all} for the rest of this run. A ${one} is similar if ${within}, and if only ${rulesThatAsk(verdict)} requires approval for it.`;
	}
	const given = [
		...(hosts.length === 0 ? [] : [`reach ${listed(hosts)}`]),
		...(classes.length === 0 ? [] : [`deliver other files of this kind: ${named}`]),
	].join(' and ');
	const kept = [
		...(hosts.length === 0 ? [] : ['other hosts']),
		...(classes.length === 0 ? [] : ['other kinds of risky files']),
	].join(' and ');
	const who = isCommand ? 'commands' : span(tool);
	return `. For the rest of this run, ${who} may also ${given}. The run does not ask again about this. ${capital(kept)} still need approval.`;
}

function onlyHosts(hosts: readonly string[]): string {
	return `it can reach only ${listed(hosts)}`;
}

/** Returns a class with its meaning, because the approver may see the name for the first time. */
function classWords(name: DeliveredClass): string {
	return `${valueSpan(name)} (${deliveredClasses[name]})`;
}

/** Returns the rules that require approval. */
function rulesThatAsk({ matches }: EntryOf<'tool_attempt'>): string {
	return listed([...new Set(matches.filter(({ decision }) => decision === 'confirm').map(({ rule }) => rule))]);
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(names: readonly string[], word = 'or'): string {
	return names.map(valueSpan).join(` ${word} `);
}
