import type { ApprovalId, ApprovalScope } from '../core/index.ts';
import { linesOf, spokenLines } from './spoken-lines.ts';

/** The requests that an answer means: those of these ids, all of the newest request, or the only one that it asks for. */
export type Named = readonly ApprovalId[] | 'all' | 'only';

/** What a comment can tell us to do. */
export type Command =
	| { readonly kind: 'agent'; readonly task: string; readonly planOnly?: true }
	| { readonly kind: 'help' }
	| { readonly kind: 'status' }
	| { readonly kind: 'stop' }
	| { readonly kind: 'retry' }
	/** The agent may work on exactly this commit of a fork. */
	| { readonly kind: 'vouch'; readonly sha: string }
	| { readonly kind: 'approve'; readonly ids: Named; readonly scope?: ApprovalScope }
	| { readonly kind: 'deny'; readonly ids: Named; readonly reason: string }
	/** Takes back what was granted for the rest of the run. */
	| { readonly kind: 'revoke' }
	/** Begins like one of ours and says nothing that we can obey. */
	| { readonly kind: 'malformed'; readonly line: string; readonly expected: string };

const starts = /^\/(agent|approve|deny|revoke)(?=\s|$)/;
/** Commands of one word; with more in their line they are a task. */
const single = new Set(['help', 'status', 'stop', 'retry'] as const);

/**
 * The commands of one comment. They count at the start of a line that the author says: outside quotes, code, HTML blocks and
 * comments. `/agent <task>` takes the rest of the comment as its task, whatever it holds; the others end with their line.
 */
export function parseCommands(body: string): readonly Command[] {
	const lines = linesOf(body);
	const commands: Command[] = [];
	for (const index of spokenLines(lines)) {
		const line = (lines[index] ?? '').trimEnd();
		const word = starts.exec(line)?.[1];
		if (word === undefined) continue;
		const rest = line.slice(word.length + 1).trim();
		const command = word === 'agent' ? agentCommand(rest, lines.slice(index + 1)) : lineCommand(word, rest, line);
		commands.push(command);
		if (command.kind === 'agent') break;
	}
	return commands;
}

/** Whether a comment could hold a command at all: costs nothing, decides nothing. */
export function mayHoldCommand(body: string): boolean {
	return /^\/(agent|approve|deny|revoke)\b/m.test(body);
}

function agentCommand(rest: string, following: readonly string[]): Command {
	const word = [...single].find((one) => one === rest.toLowerCase());
	if (word !== undefined) return { kind: word };
	const flags = flagsCommand(rest);
	if (flags !== undefined) return flags;
	const vouch = vouchCommand(rest);
	if (vouch !== undefined) return vouch;
	const [, plan, planned = ''] = /^(plan)(?=\s|$)(.*)$/i.exec(rest) ?? [];
	const task = [plan === undefined ? rest : planned.trim(), ...following].join('\n').trim();
	if (task !== '') return { kind: 'agent', task, ...(plan === undefined ? {} : { planOnly: true }) };
	const line = plan === undefined ? '/agent' : '/agent plan';
	return { kind: 'malformed', line, expected: `\`${line} <task>\`, for example \`${line} fix the failing test\`` };
}

/** `--mode=auto`, `-y`; a phone makes one long dash of two. A dash and a blank begin a list. */
const flag = /^(?:--|-(?=[a-z](?:[=\s]|$))|[\u2013\u2014])[a-z][\w-]*(?:=\S*)?(?=\s|$)/i;

/** Threat: somebody believes that a flag has changed the run's rules, and it was read to the model as a part of the task. */
function flagsCommand(rest: string): Command | undefined {
	const after = rest.replace(/^(?:plan|help|status|stop|retry|ok)\s+/i, '');
	if (!flag.test(after)) return undefined;
	const expected =
		'`/agent <task>` without flags: a comment changes no setting. Settings are in `.github/countersign.yml` on the default branch';
	return { kind: 'malformed', line: `/agent ${rest}`, expected };
}

/** `/agent ok` and something like a commit id, or nothing: a person who shortens an id meant a commit, and a short id names many. */
function vouchCommand(rest: string): Command | undefined {
	const [, id = ''] = /^ok(?:\s+([0-9a-f]{4,}))?$/i.exec(rest) ?? [];
	if (!/^ok(\s|$)/i.test(rest) || (id === '' && !/^ok$/i.test(rest))) return undefined;
	if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(id)) return { kind: 'vouch', sha: id.toLowerCase() };
	const expected = '`/agent ok <sha>` with all 40 characters of the id of the head commit that you looked at';
	return { kind: 'malformed', line: `/agent ${rest}`, expected };
}

function lineCommand(word: string, rest: string, line: string): Command {
	const words = rest.split(/[\s,]+/).filter((one) => one !== '');
	if (word === 'approve') return approveCommand(words, line);
	if (word === 'deny') return denyCommand(words, line);
	return words.length === 0
		? { kind: 'revoke' }
		: { kind: 'malformed', line, expected: '`/revoke`, which takes back everything that was granted for a run' };
}

/** What may stand behind the ids, and how far the signature goes then. */
const scopes: readonly (readonly [words: string, scope: ApprovalScope])[] = [
	['for-run everything', 'run-everything'],
	['for-run tool', 'run-tool'],
	['for-run', 'run'],
	['always', 'always'],
];

function approveCommand(words: readonly string[], line: string): Command {
	const found = scopes.find(([tail]) => endsWith(words, tail.split(' ')));
	const named = found === undefined ? words : words.slice(0, words.length - found[0].split(' ').length);
	const ids = parseIds(named);
	if (ids === undefined) {
		const expected = '`/approve A1`, `/approve A1 A2`, `/approve all`, `/approve A1 for-run` or `/approve A1 always`';
		return { kind: 'malformed', line, expected };
	}
	return { kind: 'approve', ids, ...(found === undefined ? {} : { scope: found[1] }) };
}

function endsWith(words: readonly string[], tail: readonly string[]): boolean {
	const end = words.slice(-tail.length).map((word) => word.toLowerCase());
	return end.join(' ') === tail.join(' ');
}

function denyCommand(words: readonly string[], line: string): Command {
	const named = words.slice(0, firstReasonWord(words));
	const ids = parseIds(named);
	if (ids === undefined) return { kind: 'malformed', line, expected: '`/deny A1 because …`' };
	return { kind: 'deny', ids, reason: words.slice(named.length).join(' ') };
}

function firstReasonWord(words: readonly string[]): number {
	const index = words.findIndex((word, at) => !isId(word) && !(at === 0 && word.toLowerCase() === 'all'));
	return index === -1 ? words.length : index;
}

function parseIds(words: readonly string[]): Named | undefined {
	if (words.length === 0) return 'only';
	if (words.length === 1 && words[0]?.toLowerCase() === 'all') return 'all';
	const ids = words.map((word) => word.toUpperCase()).filter(isId);
	return ids.length === words.length ? ids : undefined;
}

function isId(word: string): word is ApprovalId {
	return /^A[1-9][0-9]{0,5}$/i.test(word);
}
