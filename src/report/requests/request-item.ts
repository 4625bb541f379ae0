import {
	type ApprovalId,
	byUpstream,
	type Clause,
	type Effect,
	type EntryOf,
	type FileContent,
	firstNamed,
	hostsOf,
	type JsonValue,
	reachTexts,
	type StandingReach,
	type ToolCall,
} from '../../core/index.ts';
import { fenced, span } from '../text/markdown.ts';
import { neutralLine } from '../text/neutral-markdown.ts';
import { spelledText, valueSpan } from '../text/spelled.ts';
import { raiseBlocks, type ShownRaise } from './budget-words.ts';
import { deliveryBlocks, type ShownDelivery } from './delivered-file.ts';
import { effectList } from './effect-sentences.ts';
import { type FileChange, fileDiff } from './file-diff.ts';
import { planBlocks, type ShownPlan } from './plan-words.ts';

/** A file that a call would execute, as it was read for the binding of the approval. */
export interface ShownScript {
	readonly path: string;
	/** Null if there is no file. */
	readonly file: FileContent | null;
	/** Whether this run created or changed the file. */
	readonly isNew: boolean;
	/** If true, the request does not show the file, because the file contains a credential. */
	readonly isSecret: boolean;
	/** How programs use the file (for example as their configuration), if the call itself does not name the file. */
	readonly steers?: string;
	/** If true, the request does not show the file, because the file is too long. */
	readonly isLong?: true;
}

/** The definition of a script in a manifest, or of a rule in a makefile. */
export interface ShownDeclared {
	readonly path: string;
	readonly name: string;
	readonly text: string;
}

/** The change of a file by a call. */
export interface ShownChange extends FileChange {
	/** The arguments of the call that follow from the change. */
	readonly determined: readonly string[];
}

/** A further call of an item. Its differences from the item's first call do not matter for the decision. */
export interface AlikeCall {
	readonly call: ToolCall;
	readonly binding: string;
}

/** One call of a request, with everything that the request shows about it. */
export interface RequestItem {
	readonly id: ApprovalId;
	readonly call: ToolCall;
	readonly verdict: EntryOf<'tool_attempt'>;
	/** If true, the call began once before, and its result is not known. */
	readonly again: boolean;
	/** Files that the call would execute. If left out, there are none. */
	readonly scripts?: readonly ShownScript[];
	/** The definitions of scripts that the call would run by name. If left out, there are none. */
	readonly declared?: readonly ShownDeclared[];
	readonly change?: ShownChange;
	readonly delivery?: ShownDelivery;
	/** Other files that this run changed and that the call's programs may read. */
	readonly others?: readonly string[];
	/** Other calls of the reply that the same answer decides. */
	readonly alike?: readonly AlikeCall[];
	/** Who must approve the call. If left out, one person with write access. */
	readonly needs?: readonly Clause[];
	/** The larger budget, if the item asks for a budget and not for a step. */
	readonly raise?: ShownRaise;
	/** The plan, if the item asks for the approval of a plan. */
	readonly plan?: ShownPlan;
}

/** Returns the text about one call, as blocks. A block is never divided between comments. */
export function itemBlocks(item: RequestItem, standing: StandingReach): readonly string[] {
	const { id, call, verdict, again, alike = [], scripts = [], declared = [], others, ...more } = item;
	const { change, delivery, raise, plan, needs: _needs, ...rest } = more;
	// If a field is missing above, the code does not compile. Otherwise people would not see that field.
	rest satisfies Readonly<Record<string, never>>;
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
		`<sub>An approval is valid only for this step as it is now (${span(verdict.binding.slice(0, 16))} is its fingerprint). If the call, a file that it uses, or the pull request changes, the run asks again.</sub>`,
		...alike.map(
			({ binding }) =>
				`<sub>The same approval is valid for one more call (${span(binding.slice(0, 16))} is its fingerprint).</sub>`,
		),
	];
}

const begunBefore =
	'> [!WARNING]\n> This step **has begun once already**, and the job ended before it recorded the result. If you approve, the step runs again.';

const pushFails = 'So a push to another machine fails, even if you approve it.';
const pushIsBare =
	'It gets no credential of the job, so it can push only to a place that accepts a push without a credential.';

/**
 * Describes a command's network access: the hosts in its effects, and the hosts and services that the configuration allows for every
 * command.
 */
function reachLine(effects: readonly Effect[], standing: StandingReach): string {
	const { hosts, unknown } = hostsOf(effects, standing.hosts);
	const open = reachTexts(standing, valueSpan);
	const list = (names: readonly string[]): string => names.map(valueSpan).join(', ');
	const none = hosts.length + open.length === 0;
	const pushes = effects.some(({ kind }) => kind === 'git.push');
	const sentences = [
		...(none ? ['The command has no network access.'] : []),
		...(hosts.length > 0
			? [
					`If you approve, the command can reach${standing.upstreamProxy === true ? ` ${byUpstream}` : ''}: ${list(hosts)}.`,
				]
			: []),
		...(open.length > 0 ? [`The configuration lets every command reach: ${open.join(', ')}.`] : []),
		...(unknown.length > 0
			? [`The command cannot reach these, because they are not exact names: ${list(unknown)}.`]
			: []),
		...(none ? [] : ['The command can reach no other host.']),
		...(pushes ? [none ? pushFails : pushIsBare] : []),
	];
	return `**Network:** ${sentences.join(' ')}`;
}

/** Returns every argument of the call, complete. */
function argumentBlocks(call: ToolCall): readonly string[] {
	const entries = Object.entries(call.args);
	return entries.length === 0 ? ['It has no arguments.'] : entries.map(argumentBlock);
}

/** Describes the other calls with the same answer. It shows every argument that differs. */
function alikeBlocks(call: ToolCall, alike: readonly AlikeCall[]): readonly string[] {
	if (alike.length === 0) return [];
	const others = alike.flatMap(({ call: other }) => {
		const differing = Object.entries(other.args).filter(
			([name, value]) => JSON.stringify(call.args[name]) !== JSON.stringify(value),
		);
		return differing.length === 0
			? ['Another call has the same arguments.']
			: ['Another call has a different argument:', ...differing.map(argumentBlock)];
	});
	return [
		`**Your answer is for ${alike.length + 1} calls.** If you approve, each of these calls runs once.`,
		...others,
	];
}

function argumentBlock([name, value]: readonly [string, JsonValue]): string {
	// The heading says whether the argument is a string or JSON that looks the same, and whether it ends with a line break.
	const kind = typeof value === 'string' ? (value.endsWith('\n') ? ' (ends with a line break)' : '') : ' (JSON)';
	const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
	return `${valueSpan(name)}${kind}\n${fenced(spelledText(text), name === 'command' ? 'sh' : '')}`;
}

/**
 * Returns the difference, and leaves out the arguments that follow from it. Other arguments are folded, because they add nothing to the
 * difference.
 */
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

/**
 * Returns the block about a file that the call would execute. If the request already shows a definition from the file, the file is folded.
 * It must still be there, because the approval covers the whole file.
 */
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
	return `##### This run ${verb} ${valueSpan(script.path)}, which programs may use: ${neutralLine(as)}${scriptContent(script)}`;
}

/** Names other changed files. The command runs on the whole checkout, and the approval is valid only for the checkout's current state. */
function otherChanges(paths: readonly string[] = []): readonly string[] {
	if (paths.length === 0) return [];
	const names = firstNamed(
		paths.map((path) => valueSpan(path)),
		10,
	);
	const files = paths.length === 1 ? '1 other file' : `${paths.length} other files`;
	return [`**Not shown here:** this run changed ${files}, which the command can use: ${names}.`];
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

/**
 * Returns the reason of every rule that requires approval, beginning with the rule that decided. Each reason comes before the rule's name,
 * because people need the reason first.
 */
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
