import { commandTraits, parseCommands } from '../approvals/index.ts';
import type { ApprovalId, Comment } from '../core/index.ts';
import { partOf, requestName } from '../report/index.ts';
import type { Wait } from '../run/index.ts';
import type { Keyboard } from './keyboard.ts';
import { type Style, shownComment } from './shown-comment.ts';

/**
 * The result of asking. `said`: the comments go into the thread. `over`: a step was not answered in time. The other kinds leave the run
 * waiting.
 */
export type Asked =
	| { readonly kind: 'said'; readonly comments: readonly string[] }
	| { readonly kind: 'over' | 'closed' | 'interrupted' | 'left' };

export interface Asking {
	readonly waits: readonly Wait[];
	/** The run's thread, which contains the stored requests. */
	readonly comments: readonly Comment[];
	readonly keyboard: Keyboard;
	readonly print: (line: string) => void;
	readonly style: Style;
}

type Meaning =
	| { readonly kind: 'comment'; readonly text: string; readonly all?: true }
	| { readonly kind: 'again' | 'show' | 'leave' };

/** Shows the waiting steps and asks about them, one after another. */
export async function askPerson(asking: Asking): Promise<Asked> {
	const { waits, print } = asking;
	show(asking);
	const said: string[] = [];
	for (const [index, wait] of waits.entries()) {
		const answer = await askFor(wait, waits.slice(index), asking);
		if (answer.kind !== 'comment')
			return answer.kind === 'over' && said.length > 0 ? { kind: 'said', comments: said } : answer;
		said.push(answer.text);
		if (answer.all === true) break;
	}
	print('');
	return { kind: 'said', comments: said };
}

type Answer = Extract<Meaning, { kind: 'comment' }> | { readonly kind: 'over' | 'closed' | 'interrupted' | 'left' };

async function askFor(wait: Wait, left: readonly Wait[], asking: Asking): Promise<Answer> {
	const { keyboard, print, style } = asking;
	const until = new Date(wait.expiresAt);
	for (;;) {
		const typed = await keyboard.ask(promptOf(wait, left, style), until);
		if (typed.kind !== 'line') {
			print('');
			return typed;
		}
		const meaning = meaningOf(
			typed.text,
			left.map(({ id }) => id),
		);
		if (meaning.kind === 'comment') return meaning;
		if (meaning.kind === 'leave') return { kind: 'left' };
		if (meaning.kind === 'show') show(asking);
		else print('Type y, or n and a reason, or another letter of the list.');
	}
}

function promptOf({ id, tool, expiresAt }: Wait, left: readonly Wait[], { bold }: Style): string {
	const all = left.length > 1 ? ' · a: approve all that are left' : '';
	const keys = `y: approve · n reason: deny · f: approve, also similar calls of this run${all} · d: show it again · q: decide later`;
	return `${bold(`${id} ${tool}`)}  (${keys}; in ${leftWords(expiresAt)} it is denied) > `;
}

function leftWords(expiresAt: string): string {
	const seconds = Math.max(0, Math.round((Date.parse(expiresAt) - Date.now()) / 1000));
	if (seconds < 600) return `${seconds} s`;
	return seconds < 36_000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** The meaning of a line for the first of these ids. A line that begins with a slash is a comment as on GitHub. */
export function meaningOf(line: string, ids: readonly ApprovalId[]): Meaning {
	const text = line.replace(/\p{Cc}+/gu, ' ').trim();
	const [id] = ids;
	const [, letter = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(text) ?? [];
	const word = letter.toLowerCase();
	if (text.startsWith('/')) return isAnswer(text) ? { kind: 'comment', text, all: true } : { kind: 'again' };
	if (['n', 'no', 'deny'].includes(word)) return { kind: 'comment', text: `/deny ${id} ${rest}`.trimEnd() };
	// If other words follow a yes, the meaning is unclear.
	if (rest !== '') return { kind: 'again' };
	if (['y', 'yes', 'approve'].includes(word)) return { kind: 'comment', text: `/approve ${id}` };
	if (['f', 'for-run'].includes(word)) return { kind: 'comment', text: `/approve ${id} for-run` };
	if (['a', 'all'].includes(word) && ids.length > 1)
		return { kind: 'comment', text: `/approve ${ids.join(' ')}`, all: true };
	if (['d', 'details'].includes(word)) return { kind: 'show' };
	if (['q', 'quit'].includes(word)) return { kind: 'leave' };
	return { kind: 'again' };
}

function isAnswer(text: string): boolean {
	const commands = parseCommands(text);
	return commands.length > 0 && commands.every(({ kind }) => commandTraits[kind].answersTerminal);
}

/** Shows the requests exactly as they are stored, because an answer is valid only for exactly these bytes. */
function show({ waits, comments, print, style }: Asking): void {
	for (const request of comments.filter(({ mine }) => mine)) {
		const asked = waits.filter(({ commentId }) => commentId === request.id);
		const name = requestName(request.body);
		if (asked.length === 0 || name === undefined) continue;
		const parts = comments.filter(({ mine, body }) => mine && partOf(name, body) !== undefined);
		for (const { body } of [...parts, request]) {
			print('');
			for (const line of shownComment(body, style)) print(line);
		}
		if (asked.some(({ tool }) => tool === 'open_pull_request'))
			print('In a terminal, the delivery is a commit on a new local branch. Nothing is pushed.');
	}
	print('');
}
