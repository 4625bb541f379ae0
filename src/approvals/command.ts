import { type ApprovalId, type ApprovalScope, approvalScopes } from '../core/index.ts';
import { linesOf, spokenLines } from './spoken-lines.ts';

/** The calls that an answer is for: the calls with these ids, all calls of the newest request, or the only call that waits. */
export type Named = readonly ApprovalId[] | 'all' | 'only';

/** The commands that a comment can contain. */
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
	/** Ends the grants for the rest of the run. */
	| { readonly kind: 'revoke' }
	/** A line that begins like one of our commands, but is not valid. */
	| { readonly kind: 'malformed'; readonly line: string; readonly expected: string };

/** Facts about a kind of command that other modules need. If a new kind does not state all of them, the code does not compile. */
interface CommandTraits {
	/** What a job does with the command. */
	readonly purpose: 'start' | 'vouch' | 'answer' | 'control';
	/** The command is one word after `/agent`. If more words follow on the line, the line is a task. */
	readonly isWord: boolean;
	/** The command is valid anywhere in a comment. Other control commands must come first. */
	readonly isAnywhere: boolean;
	/** A person at a terminal may answer a question with this command. */
	readonly answersTerminal: boolean;
}

export const commandTraits = {
	agent: { purpose: 'start', isWord: false, isAnywhere: false, answersTerminal: false },
	help: { purpose: 'control', isWord: true, isAnywhere: false, answersTerminal: false },
	status: { purpose: 'control', isWord: true, isAnywhere: false, answersTerminal: false },
	stop: { purpose: 'control', isWord: true, isAnywhere: true, answersTerminal: true },
	retry: { purpose: 'control', isWord: true, isAnywhere: false, answersTerminal: false },
	vouch: { purpose: 'vouch', isWord: false, isAnywhere: false, answersTerminal: false },
	approve: { purpose: 'answer', isWord: false, isAnywhere: false, answersTerminal: true },
	deny: { purpose: 'answer', isWord: false, isAnywhere: false, answersTerminal: true },
	revoke: { purpose: 'control', isWord: false, isAnywhere: false, answersTerminal: true },
	malformed: { purpose: 'answer', isWord: false, isAnywhere: false, answersTerminal: false },
} as const satisfies Readonly<Record<Command['kind'], CommandTraits>>;

type Traits = typeof commandTraits;
type KindWith<Q extends keyof CommandTraits, A> = {
	[K in keyof Traits]: Traits[K][Q] extends A ? K : never;
}[keyof Traits];

/** The commands that control or describe runs. A job handles them itself. */
export type Control = KindWith<'purpose', 'control'>;

/** The first words of commands, and the functions that read the rest. `after` are the lines up to the next command. */
const slashed = {
	agent: ({ rest, following }) => agentCommand(rest, following),
	approve: ({ rest, line }) => approveCommand(rest, line),
	deny: ({ rest, after }) => denyCommand([rest, ...after].join('\n')),
	revoke: ({ rest, line }) => revokeCommand(rest, line),
} as const satisfies Readonly<Record<string, (said: SaidLine) => Command>>;

/** A line with a command. */
interface SaidLine {
	readonly line: string;
	/** The rest of the line, after the first word. */
	readonly rest: string;
	/** The lines up to the next command. */
	readonly after: readonly string[];
	/** All lines below. */
	readonly following: readonly string[];
}

const starts = new RegExp(`^ {0,3}\\/(${Object.keys(slashed).join('|')})(?=[\\s:,.!]|$)[:,.!]?`, 'i');
/** Common mistakes in commands. A reply tells the author what to write, and nothing is executed. */
const slips: readonly (readonly [slip: RegExp, expected: string])[] = [
	[/^ {0,3}\/ap?p?r+o+v(?:e?s?|e?d|al)(?=[\s:,.!]|$)/i, '`/approve A1`'],
	[/^ {0,3}\/den(?:yed|ied|ies|ay)(?=[\s:,.!]|$)/i, '`/deny A1 because …`'],
];
const kinds = Object.keys(commandTraits) as readonly Command['kind'][];
const words = kinds.filter((kind): kind is KindWith<'isWord', true> => commandTraits[kind].isWord);

/**
 * Returns the commands of one comment. A command must be at the start of a line that the author wrote, outside quotes, code, HTML blocks
 * and comments. The task of `/agent <task>` is the whole rest of the comment. The reason of a `/deny` continues to the next command. All
 * other commands end with their line.
 */
export function parseCommands(body: string): readonly Command[] {
	const lines = linesOf(body);
	const places = spokenLines(lines).filter((index) => isCommand(lines[index] ?? ''));
	const commands: Command[] = [];
	for (const [at, index] of places.entries()) {
		const command = commandAt(lines, index, places[at + 1]);
		commands.push(command);
		if (command.kind === 'agent') break;
	}
	return commands;
}

/** Returns whether a comment may contain a command. This check is quick and also accepts comments without one. */
export function mayHoldCommand(body: string): boolean {
	return linesOf(body).some(isCommand);
}

function isCommand(line: string): boolean {
	return starts.test(line) || slips.some(([slip]) => slip.test(line));
}

/** Returns the command on a line. `next` is the index of the next command's line. */
function commandAt(lines: readonly string[], index: number, next?: number): Command {
	const line = (lines[index] ?? '').trim();
	const [begun = '', word = ''] = starts.exec(line) ?? [];
	const rest = line.slice(begun.length).trim();
	if (word === '') {
		const [, expected = ''] = slips.find(([slip]) => slip.test(line)) ?? [];
		return { kind: 'malformed', line, expected };
	}
	const [after, following] = [lines.slice(index + 1, next), lines.slice(index + 1)];
	return slashed[word.toLowerCase() as keyof typeof slashed]({ line, rest, after, following });
}

function agentCommand(rest: string, following: readonly string[]): Command {
	const word = words.find((one) => one === rest.toLowerCase());
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

/**
 * Matches flags such as `--mode=auto` and `-y`. A phone may turn two dashes into one long dash. A dash before a space is not a flag,
 * because it begins a list.
 */
const flag = /^(?:--|-(?=[a-z](?:[=\s]|$))|[\u2013\u2014])[a-z][\w-]*(?:=\S*)?(?=\s|$)/i;

const wordBefore = new RegExp(`^(?:${['plan', 'ok', ...words].join('|')})\\s+`, 'i');

/**
 * Returns a malformed command if the task begins with a flag. Threat: a person believes that a flag changes the run's rules, but the model
 * would only read it as a part of the task.
 */
function flagsCommand(rest: string): Command | undefined {
	if (!flag.test(rest.replace(wordBefore, ''))) return undefined;
	const expected =
		'`/agent <task>` without flags: a comment changes no setting. Settings are in `.github/countersign.yml` on the default branch';
	return { kind: 'malformed', line: `/agent ${rest}`, expected };
}

/** Reads `/agent ok` with a whole commit id, a short one, or none. A short id is refused, because several commits can begin with it. */
function vouchCommand(rest: string): Command | undefined {
	const [, id = ''] = /^ok(?:\s+([0-9a-f]{4,}))?$/i.exec(rest) ?? [];
	if (!/^ok(\s|$)/i.test(rest) || (id === '' && !/^ok$/i.test(rest))) return undefined;
	if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(id)) return { kind: 'vouch', sha: id.toLowerCase() };
	const expected = '`/agent ok <sha>` with all 40 characters of the id of the head commit that you looked at';
	return { kind: 'malformed', line: `/agent ${rest}`, expected };
}

function revokeCommand(rest: string, line: string): Command {
	return rest === ''
		? { kind: 'revoke' }
		: { kind: 'malformed', line, expected: '`/revoke`, which ends everything that was approved with `for-run`' };
}

/** For each scope of an approval, the words after the ids that request it. */
export const scopeWords: Readonly<Record<ApprovalScope, string>> = {
	run: 'for-run',
	'run-tool': 'for-run tool',
	'run-everything': 'for-run everything',
	always: 'always',
};

function approveCommand(rest: string, line: string): Command {
	const words = rest.split(/[\s,]+/).flatMap((word) => (bare(word) === '' ? [] : [bare(word)]));
	const scope = approvalScopes.find((one) => endsWith(words, scopeWords[one].split(' ')));
	const named = scope === undefined ? words : words.slice(0, words.length - scopeWords[scope].split(' ').length);
	const ids = parseIds(named);
	if (ids === undefined) {
		const expected = '`/approve A1`, `/approve A1 A2`, `/approve all`, `/approve A1 for-run` or `/approve A1 always`';
		return { kind: 'malformed', line, expected };
	}
	return { kind: 'approve', ids, ...(scope === undefined ? {} : { scope }) };
}

function endsWith(words: readonly string[], tail: readonly string[]): boolean {
	const end = words.slice(-tail.length).map((word) => word.toLowerCase());
	return end.join(' ') === tail.join(' ');
}

/**
 * Reads the ids and the reason after them. The reason stays unchanged, because it may contain lists, code and numbers. Only punctuation
 * before it and a quoted e-mail after it are removed.
 */
function denyCommand(text: string): Command {
	const ids: ApprovalId[] = [];
	let behind = text;
	for (;;) {
		const [begun = '', word = ''] = /^[\s,]*([^\s,]+)/.exec(behind) ?? [];
		const id = bare(word).toUpperCase();
		if (ids.length === 0 && id === 'ALL') return denial('all', behind.slice(begun.length));
		if (!isId(id)) return denial(ids.length === 0 ? 'only' : ids, behind);
		ids.push(id);
		behind = behind.slice(begun.length);
	}
}

function denial(ids: Named, behind: string): Command {
	return { kind: 'deny', ids, reason: withoutMail(behind.replace(/^[\s,:;]+/, '')) };
}

/** Removes the e-mail that a reply quotes below the text, and the line that names the sender of that e-mail. */
function withoutMail(text: string): string {
	const lines = text.trimEnd().split('\n');
	const last = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'));
	if (last === lines.length - 1) return text.trimEnd();
	// The line "On Monday, Mona <mona@example.org> wrote:" may be broken into two lines.
	const isWhose = /[:：]\s*$/.test(lines[last] ?? '');
	const before = isWhose ? lines.slice(0, last).findLastIndex((line) => line.trim() === '') : last;
	return lines
		.slice(0, before + 1)
		.join('\n')
		.trimEnd();
}

/**
 * Removes quotes, bold marks and punctuation around a word, which keyboards and e-mail may add. It also replaces every kind of dash by a
 * plain one.
 */
function bare(word: string): string {
	return word.replace(/^[“”"'«»‘’`*_]+|[“”"'«»‘’`*_.,:;!]+$/g, '').replace(/[\u2010-\u2015\u2212]/g, '-');
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
