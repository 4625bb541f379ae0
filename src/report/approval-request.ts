import {
	type ApprovalId,
	type Clause,
	describeEffect,
	type Effect,
	type EntryOf,
	hostsOf,
	type JsonValue,
	type ToolCall,
} from '../core/index.ts';
import { fenced, quoted, ruleSpan, span } from './markdown.ts';
import { neutralLine } from './neutral-markdown.ts';
import { whoMayLine } from './who-may.ts';

/** One call of a request, whole. */
export interface RequestItem {
	readonly id: ApprovalId;
	readonly call: ToolCall;
	readonly verdict: EntryOf<'tool_attempt'>;
	/** It had begun once, and nobody knows how it ended. */
	readonly again: boolean;
	/** Who must sign it; one person with write access when left out. */
	readonly needs?: readonly Clause[];
}

export interface ApprovalRequest {
	readonly items: readonly RequestItem[];
	/** ISO 8601 UTC. */
	readonly expires: string;
	/** What the model said beside its calls. */
	readonly said: string;
	readonly requester: string;
	/** Hosts that every command may reach. */
	readonly standingHosts: readonly string[];
}

/** Characters that a request may have, so that GitHub's limit (65,536) never cuts one. */
export const longestRequest = 60_000;

/** The comment that asks. Rendered from the real arguments; the model's own words stand only in a labelled quote. */
export function requestComment({ items, expires, said, requester, standingHosts }: ApprovalRequest): string {
	const ids = items.map((item) => item.id);
	const title = items.length === 1 ? 'One step needs a signature' : `${items.length} steps need a signature`;
	const one = ids[0] ?? 'A1';
	const all = ids.length > 1 ? ` · \`/approve ${ids.join(' ')}\`` : '';
	return [
		`### ✍️ ${title}`,
		`The run that @${requester} started has stopped here. No machine runs while it waits. Nothing below happens without a maintainer's answer.`,
		...items.map((item) => itemBlock(item, standingHosts)),
		...(said.trim() === ''
			? []
			: [`<details><summary>What the model says about it (not checked)</summary>\n\n${quoted(said)}\n\n</details>`]),
		`**Answer** with a new comment: \`/approve ${one}\`${all} · \`/deny ${one} because …\`\n\nWho may: ${whoMayLine(items)}. No answer until ${expires.slice(0, 16).replace('T', ' ')} UTC is a no.`,
	].join('\n\n');
}

function itemBlock({ id, call, verdict, again }: RequestItem, standingHosts: readonly string[]): string {
	const effects = verdict.effects.map((effect) => `- ${describeEffect(spelledEffect(effect))}`);
	const warning = again
		? [
				'> [!WARNING]\n> This step **had begun once already** and the job ended before it could say how the step ended. Approving runs it again.',
			]
		: [];
	return [
		`#### ${id} · ${span(call.name)} · risk ${verdict.risk_level}`,
		...warning,
		argumentBlocks(call),
		`It would:\n${effects.length === 0 ? '- do something that could not be told' : effects.join('\n')}`,
		...(call.name === 'shell_exec' ? [reachLine(verdict.effects, standingHosts)] : []),
		`Asked by rule ${ruleSpan(verdict.matched_rule)}: ${neutralLine(verdict.reason)}`,
		`<sub>bound to ${span(verdict.binding.slice(0, 16))}: another call, base or script needs another answer</sub>`,
	].join('\n\n');
}

/** What of the network a command gets: the hosts of its own effects, and those of the configuration. */
function reachLine(effects: readonly Effect[], standingHosts: readonly string[]): string {
	const { hosts, unknown } = hostsOf(effects);
	const list = (names: readonly string[]): string => names.map((name) => `\`${spelledValue(name)}\``).join(', ');
	const none = hosts.length + standingHosts.length === 0;
	const sentences = [
		...(none ? ['It reaches no host.'] : []),
		...(hosts.length > 0 ? [`It may reach: ${list(hosts)}.`] : []),
		...(standingHosts.length > 0 ? [`Like every command it may reach: ${list(standingHosts)}.`] : []),
		...(unknown.length > 0 ? [`It will not reach, having no exact name: ${list(unknown)}.`] : []),
	];
	return `**Network:** ${sentences.join(' ')}`;
}

/** Every argument, whole. */
function argumentBlocks(call: ToolCall): string {
	const entries = Object.entries(call.args);
	if (entries.length === 0) return 'without arguments';
	return entries
		.map(([name, value]) => {
			// A text and what JSON spells alike are told apart.
			const kind = typeof value === 'string' ? '' : ' (JSON)';
			return `${span(spelledValue(name))}${kind}\n${fenced(argumentText(value), name === 'command' ? 'sh' : '')}`;
		})
		.join('\n\n');
}

/** What does not show, turns text round or pushes it out of sight is spelled out: what is read must be what runs. */
function argumentText(value: JsonValue): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
	return text.replace(unseen, spelledOut).replace(/ {40,}/g, (run) => `\\u{20}×${run.length}`);
}

const unseen = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** An effect's values stand in code spans: nothing in them may end the span or the line. */
function spelledEffect(effect: Effect): Effect {
	const values = Object.entries(effect).map(([key, value]) => [
		key,
		typeof value === 'string' ? spelledValue(value) : value,
	]);
	return Object.fromEntries(values) as Effect;
}

function spelledValue(value: string): string {
	return value.replace(/[\n\t`<]/g, spelledOut).replace(unseen, spelledOut);
}

function spelledOut(character: string): string {
	return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
