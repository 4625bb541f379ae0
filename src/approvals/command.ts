import type { ApprovalId } from '../core/index.ts';
import { linesOf, spokenLines } from './spoken-lines.ts';

/** What a comment can tell us to do. */
export type Command =
	| { readonly kind: 'agent'; readonly task: string }
	| { readonly kind: 'approve'; readonly ids: readonly ApprovalId[] | 'all' | 'only' }
	| { readonly kind: 'deny'; readonly ids: readonly ApprovalId[] | 'all' | 'only'; readonly reason: string }
	/** Begins like one of ours and says nothing that we can obey. */
	| { readonly kind: 'malformed'; readonly line: string; readonly expected: string };

const starts = /^\/(agent|approve|deny)(?=\s|$)/;

/**
 * The commands of one comment. They count at the start of a line that the author says: outside quotes, code, HTML blocks and
 * comments. `/agent` takes the rest of the comment as its task, whatever it holds; the others end with their line.
 */
export function parseCommands(body: string): readonly Command[] {
	const lines = linesOf(body);
	const commands: Command[] = [];
	for (const index of spokenLines(lines)) {
		const line = (lines[index] ?? '').trimEnd();
		const word = starts.exec(line)?.[1];
		if (word === undefined) continue;
		const rest = line.slice(word.length + 1).trim();
		if (word === 'agent') {
			commands.push(agentCommand([rest, ...lines.slice(index + 1)].join('\n').trim()));
			break;
		}
		commands.push(word === 'approve' ? approveCommand(rest, line) : denyCommand(rest, line));
	}
	return commands;
}

/** Whether a comment could hold a command at all: costs nothing, decides nothing. */
export function mayHoldCommand(body: string): boolean {
	return /^\/(agent|approve|deny)\b/m.test(body);
}

function agentCommand(task: string): Command {
	return task === ''
		? { kind: 'malformed', line: '/agent', expected: '`/agent <task>`, for example `/agent fix the failing test`' }
		: { kind: 'agent', task };
}

function approveCommand(rest: string, line: string): Command {
	const ids = parseIds(rest.split(/[\s,]+/).filter((word) => word !== ''));
	return ids === undefined
		? { kind: 'malformed', line, expected: '`/approve A1`, `/approve A1 A2` or `/approve all`' }
		: { kind: 'approve', ids };
}

function denyCommand(rest: string, line: string): Command {
	const words = rest.split(/[\s,]+/).filter((word) => word !== '');
	const named = words.slice(0, firstReasonWord(words));
	const ids = parseIds(named);
	if (ids === undefined) return { kind: 'malformed', line, expected: '`/deny A1 because …`' };
	return { kind: 'deny', ids, reason: reasonOf(rest, named.length) };
}

function firstReasonWord(words: readonly string[]): number {
	const index = words.findIndex((word, at) => !isId(word) && !(at === 0 && word.toLowerCase() === 'all'));
	return index === -1 ? words.length : index;
}

function reasonOf(rest: string, skip: number): string {
	return rest
		.split(/[\s,]+/)
		.slice(skip)
		.join(' ')
		.trim();
}

function parseIds(words: readonly string[]): readonly ApprovalId[] | 'all' | 'only' | undefined {
	if (words.length === 0) return 'only';
	if (words.length === 1 && words[0]?.toLowerCase() === 'all') return 'all';
	const ids = words.map((word) => word.toUpperCase()).filter(isId);
	return ids.length === words.length ? ids : undefined;
}

function isId(word: string): word is ApprovalId {
	return /^A[1-9][0-9]{0,5}$/i.test(word);
}
