import {
	type ApprovalId,
	byUpstream,
	type Clause,
	type Effect,
	type EntryOf,
	type FileContent,
	hostsOf,
	type JsonValue,
	reachTexts,
	type StandingReach,
	type ToolCall,
} from '../core/index.ts';
import { raiseBlocks, type ShownRaise } from './budget-words.ts';
import { deliveryBlocks, type ShownDelivery } from './delivered-file.ts';
import { effectList } from './effect-sentences.ts';
import { type FileChange, fileDiff } from './file-diff.ts';
import { fenced, span } from './markdown.ts';
import { neutralLine } from './neutral-markdown.ts';
import { planBlocks, type ShownPlan } from './plan-words.ts';
import { spelledText, valueSpan } from './spelled.ts';

/** A file that a call would execute, as it was read for its binding. */
export interface ShownScript {
	readonly path: string;
	/** Null where there is none. */
	readonly file: FileContent | null;
	/** Whether this run made or changed it. */
	readonly isNew: boolean;
	/** It is not shown, because it holds a credential. */
	readonly isSecret: boolean;
	/** What programs obey it as, where the call itself does not name it. */
	readonly steers?: string;
	/** It is not shown, because it is too long. */
	readonly isLong?: true;
}

/** A script of a manifest, or a rule of a makefile, by its name. */
export interface ShownDeclared {
	readonly path: string;
	readonly name: string;
	readonly text: string;
}

/** What a call would make of a file. */
export interface ShownChange extends FileChange {
	/** Arguments that follow from it. */
	readonly determined: readonly string[];
}

/** A call that differs from the one of its item in nothing that a person decides about. */
export interface AlikeCall {
	readonly call: ToolCall;
	readonly binding: string;
}

/** One call of a request, whole. */
export interface RequestItem {
	readonly id: ApprovalId;
	readonly call: ToolCall;
	readonly verdict: EntryOf<'tool_attempt'>;
	/** It had begun once, and nobody knows how it ended. */
	readonly again: boolean;
	/** None when left out. */
	readonly scripts?: readonly ShownScript[];
	/** What stands behind the names of scripts that it would run; none when left out. */
	readonly declared?: readonly ShownDeclared[];
	readonly change?: ShownChange;
	readonly delivery?: ShownDelivery;
	/** Other files that this run changed, on which its programs run. */
	readonly others?: readonly string[];
	/** Other calls of the reply that the same answer is for. */
	readonly alike?: readonly AlikeCall[];
	/** Who must sign it; one person with write access when left out. */
	readonly needs?: readonly Clause[];
	/** What it asks for, where it is no step but more of a budget. */
	readonly raise?: ShownRaise;
	/** The plan, where it asks for a signature under one. */
	readonly plan?: ShownPlan;
}

/** What is said of one call, as blocks that are never divided. */
export function itemBlocks(item: RequestItem, standing: StandingReach): readonly string[] {
	const { id, call, verdict, again, alike = [], scripts = [], declared = [], others } = item;
	const { change, delivery, raise, plan } = item;
	if (raise !== undefined) return [`#### ${id} · ${span(call.name)}`, ...raiseBlocks(id, verdict.binding, raise)];
	if (plan !== undefined) return [`#### ${id} · ${span(call.name)}`, ...planBlocks(id, verdict.binding, plan)];
	const diff = change === undefined ? undefined : fileDiff(change);
	return [
		`#### ${id} · ${span(call.name)} · risk ${verdict.risk_level}`,
		...(again ? [begunBefore] : []),
		...(change === undefined || diff === undefined ? argumentBlocks(call) : changeBlocks(call, change, diff)),
		...alikeBlocks(call, alike),
		`What it does:\n${effectList(verdict.effects)}`,
		...(call.name === 'shell_exec' ? [reachLine(verdict.effects, standing)] : []),
		...declared.map(declaredBlock),
		...scripts.map((script) => scriptBlock(script, declared)),
		...otherChanges(others),
		...(delivery === undefined ? [] : deliveryBlocks(delivery)),
		rulesBlock(verdict),
		`<sub>An approval is valid only for this step as it is now (${span(verdict.binding.slice(0, 16))} is its fingerprint). If the call, the commit that the run started from, or a file that the call would execute changes, the run asks again.</sub>`,
		...alike.map(
			({ binding }) =>
				`<sub>An approval is also valid for one more call (${span(binding.slice(0, 16))} is its fingerprint).</sub>`,
		),
	];
}

const begunBefore =
	'> [!WARNING]\n> This step **had begun once already** and the job ended before it recorded the result. If you approve, it runs again.';

const pushFails = 'A push to another machine fails, even if you approve.';
const pushIsBare = "It gets no credential of the job, so a push that needs the job's rights fails.";

/** What of the network a command gets: the hosts of its own effects, and what the configuration opens. */
function reachLine(effects: readonly Effect[], standing: StandingReach): string {
	const { hosts, unknown } = hostsOf(effects, standing.hosts);
	const open = reachTexts(standing, valueSpan);
	const list = (names: readonly string[]): string => names.map(valueSpan).join(', ');
	const none = hosts.length + open.length === 0;
	const pushes = effects.some(({ kind }) => kind === 'git.push');
	const sentences = [
		...(none ? ['The command has no network access.'] : []),
		...(hosts.length > 0
			? [`It may reach${standing.upstreamProxy === true ? ` ${byUpstream}` : ''}: ${list(hosts)}.`]
			: []),
		...(open.length > 0 ? [`Like every command, it may reach: ${open.join(', ')}.`] : []),
		...(unknown.length > 0 ? [`It cannot reach these, because they are not exact names: ${list(unknown)}.`] : []),
		...(none ? [] : ['It can reach no other host.']),
		...(pushes ? [none ? pushFails : pushIsBare] : []),
	];
	return `**Network:** ${sentences.join(' ')}`;
}

/** Every argument, whole. */
function argumentBlocks(call: ToolCall): readonly string[] {
	const entries = Object.entries(call.args);
	return entries.length === 0 ? ['It has no arguments.'] : entries.map(argumentBlock);
}

/** The calls that the same answer is for: what differs is shown, and nothing else differs. */
function alikeBlocks(call: ToolCall, alike: readonly AlikeCall[]): readonly string[] {
	if (alike.length === 0) return [];
	const others = alike.flatMap(({ call: other }) => {
		const differing = Object.entries(other.args).filter(
			([name, value]) => JSON.stringify(call.args[name]) !== JSON.stringify(value),
		);
		return differing.length === 0
			? ['And once more, with the same arguments.']
			: ['And once with:', ...differing.map(argumentBlock)];
	});
	return [`**One answer is for ${alike.length + 1} calls.** If you approve, each of them runs once.`, ...others];
}

function argumentBlock([name, value]: readonly [string, JsonValue]): string {
	// A text and what JSON spells alike are told apart, and so is a text from the same with a line break behind it.
	const kind = typeof value === 'string' ? (value.endsWith('\n') ? ' (ends with a line break)' : '') : ' (JSON)';
	const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
	return `${valueSpan(name)}${kind}\n${fenced(spelledText(text), name === 'command' ? 'sh' : '')}`;
}

/** The difference in place of the arguments that follow from it; the others are folded, as they say nothing that it does not. */
function changeBlocks(call: ToolCall, change: ShownChange, diff: string): readonly string[] {
	const { path, before, after, determined } = change;
	const verb = before === undefined ? 'creates' : after === undefined ? 'deletes' : 'changes';
	const left = Object.entries(call.args).filter(([name]) => !determined.includes(name));
	const plain = left.filter(([, value]) => value === path);
	const folded = left.filter(([, value]) => value !== path).map(argumentBlock);
	return [
		...plain.map(argumentBlock),
		`It ${verb} ${valueSpan(path)}:\n${fenced(diff, 'diff')}`,
		...folded.map((block) => `<details><summary>Another argument of the call</summary>\n\n${block}\n\n</details>`),
	];
}

const languages: Readonly<Record<string, string>> = {
	bash: 'sh',
	cjs: 'js',
	js: 'js',
	json: 'json',
	mjs: 'js',
	py: 'python',
	rb: 'ruby',
	sh: 'sh',
	ts: 'ts',
	yaml: 'yaml',
	yml: 'yaml',
};

function declaredBlock({ path, name, text }: ShownDeclared): string {
	const language = /\.json$/.test(path) ? 'sh' : 'make';
	return `##### ${valueSpan(name)} of ${valueSpan(path)}\n${fenced(spelledText(text), language)}`;
}

/** Of a file that declares what is shown above it, all of it is folded: it is what the approval is held to. */
function scriptBlock(script: ShownScript, declared: readonly ShownDeclared[]): string {
	const { path, file, isNew, steers } = script;
	if (steers !== undefined) return steeringBlock(script, steers);
	const more = isNew ? ', which this run created or changed' : '';
	if (!declared.some((line) => line.path === path))
		return `##### It would execute ${valueSpan(path)}${more}${scriptContent(script)}`;
	const lines = file?.text?.split('\n').length ?? 0;
	return `##### All of ${valueSpan(path)}${more}\n\n<details><summary>${lines} lines. An approval is valid only for exactly this text.</summary>\n${scriptContent(script)}\n\n</details>`;
}

function steeringBlock(script: ShownScript, as: string): string {
	const verb = script.file === null ? 'deleted' : 'created or changed';
	return `##### This run ${verb} ${valueSpan(script.path)}, which programs may obey: ${neutralLine(as)}${scriptContent(script)}`;
}

const mostNamed = 10;

/** The command runs on the checkout as the run left it; the approval is bound to all of it. */
function otherChanges(paths: readonly string[] = []): readonly string[] {
	if (paths.length === 0) return [];
	const names = paths.slice(0, mostNamed).map((path) => valueSpan(path));
	const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
	const files = paths.length === 1 ? '1 other file' : `${paths.length} other files`;
	return [`**Not shown here:** this run changed ${files}, and the command runs on them: ${names.join(', ')}${more}.`];
}

function scriptContent({ path, file, isSecret, isLong }: ShownScript): string {
	if (file === null) return `\n\nThe checkout does not have this file now.`;
	const { text, size, sha256 } = file;
	if (text !== undefined && !isSecret && !isLong) {
		const language = languages[/\.([a-z]+)$/.exec(path)?.[1] ?? ''] ?? '';
		const end = text.endsWith('\n') || text === '' ? '' : '\n\nIt has no line break at its end.';
		return text === '' ? '\n\nIt is empty.' : `\n${fenced(spelledText(text), language)}${end}`;
	}
	const why = isSecret
		? 'because it contains a credential'
		: isLong
			? 'because it is too long'
			: 'because it is not text';
	return `\n\n**Not shown**, ${why}: ${size} bytes, SHA-256 \`${sha256}\`. If you approve, you approve this file without seeing it.`;
}

/** The reason of every rule that asks, the one that decided first: people read why before they read which rule. */
function rulesBlock({ matches, matched_rule, reason }: EntryOf<'tool_attempt'>): string {
	const asking = matches.filter((match) => match.decision === 'confirm');
	const deciding = asking.filter((match) => match.rule === matched_rule);
	const others = asking.filter((match) => match.rule !== matched_rule);
	const first = deciding.length === 0 ? [{ rule: matched_rule, reason }] : deciding;
	const rules = [...new Set([...first, ...others].map(ruleLine))];
	return rules.length === 1
		? `**Why it asks:** ${rules[0]}`
		: `**Why it asks:**\n${rules.map((rule) => `- ${rule}`).join('\n')}`;
}

function ruleLine(match: {
	readonly rule: string;
	readonly reason: string;
	readonly file?: string;
	readonly line?: number;
}): string {
	const { rule, reason, file, line } = match;
	const place = file === undefined ? '' : `, ${valueSpan(line === undefined ? file : `${file}:${line}`)}`;
	return `${neutralLine(reason)} (rule ${valueSpan(rule)}${place})`;
}
