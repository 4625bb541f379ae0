import { type Entry, type EntryOf, entryTraits, hasEntryTrait, type JsonObject } from '../core/index.ts';
import { dryRunRule } from '../job/index.ts';
import { harmlessLine, type Style } from './shown-comment.ts';

/** Shows a run as lines for a reader: each call with its result. */
export interface CallLines {
	readonly follow: (journal: Followable) => void;
	/** Stops the line about waiting, because nothing is running any more. */
	readonly rest: () => void;
}

/** A journal that can be followed. */
export interface Followable {
	entries(): readonly Entry[];
	subscribe(subscriber: (entry: Entry) => void): void;
}

export interface CallLinesOptions {
	readonly say: (line: string) => void;
	readonly style: Style;
	/** After this time without output, the reader sees what the run waits for. Milliseconds. */
	readonly patienceMs?: number;
}

const longestInput = 200;

/** Prints one line for each call when it is over, and one line for anything that takes longer than a moment. */
export function createCallLines({ say, style, patienceMs = 1_000 }: CallLinesOptions): CallLines {
	const calls = new Map<string, string>();
	let timer: NodeJS.Timeout | undefined;
	const rest = (): void => clearTimeout(timer);
	const wait = (what: string): void => {
		rest();
		timer = setTimeout(() => say(style.dim(`… ${what}`)), patienceMs);
		timer.unref();
	};
	const note = (entry: Entry): void => {
		if (entry.type === 'tool_attempt') calls.set(entry.call_id, callWords(entry));
	};
	const tell = (entry: Entry): void => {
		rest();
		note(entry);
		const name = 'call_id' in entry && entry.call_id !== undefined ? (calls.get(entry.call_id) ?? entry.call_id) : '';
		const line = lineOf(entry, name, style);
		if (line !== undefined) say(line);
		const next = waitWords(entry, name);
		if (next !== undefined) wait(next);
	};
	return {
		rest,
		follow: (journal) => {
			journal.entries().forEach(note);
			journal.subscribe(tell);
		},
	};
}

function lineOf(entry: Entry, call: string, { good, bad, dim }: Style): string | undefined {
	if (!hasEntryTrait(entry, 'terminal', true)) return undefined;
	switch (entry.type) {
		case 'tool_result':
			return entry.ok
				? `${good('✓')} ${call} ${dim(`(${timeWords(entry.duration_ms)})`)}`
				: `${bad('✗')} ${call} ${dim(`(${timeWords(entry.duration_ms)})`)} ${firstLine(entry.output.preview)}`;
		case 'security_violation':
			// The dry run has already shown more about this call.
			if (entry.matched_rule === dryRunRule) return undefined;
			return `${bad('✗')} ${call}: refused by \`${harmlessLine(entry.matched_rule)}\`: ${harmlessLine(entry.reason)}`;
		case 'approval':
			return approvalLine(entry, call, { good, bad });
		case 'approval_void':
		case 'effect_unknown':
			return `${bad('!')} ${call}: ${harmlessLine(entry.why)}`;
		case 'answer_refused':
			return `${bad('!')} ${harmlessLine(entry.why)}`;
		case 'tool_retry':
			return dim(`… ${call}: attempt ${entry.attempt} failed, the next one in ${timeWords(entry.wait_ms)}`);
		case 'cap_reached':
			return `${bad('!')} The run reached a cap.`;
		case 'interrupted':
			return `${bad('!')} The run was stopped between two steps.`;
		default:
			return entry satisfies never;
	}
}

function approvalLine(entry: EntryOf<'approval'>, call: string, { good, bad }: Pick<Style, 'good' | 'bad'>): string {
	if (entry.approved) return `${good('✓')} ${entry.id} approved: ${call}`;
	const why = entry.rejection_reason === undefined ? '' : `: ${harmlessLine(entry.rejection_reason)}`;
	return `${bad('✗')} ${entry.id} denied${why}`;
}

/** What a reader waits for after an entry, in words. */
function waitWords(entry: Entry, call: string): string | undefined {
	const { awaits } = entryTraits[entry.type];
	if (awaits === 'call') return call;
	return awaits === 'model' ? 'waiting for the model' : undefined;
}

/** A call as one line: the tool and the most informative part of its arguments. */
export function callWords({
	tool_name,
	tool_input,
}: {
	readonly tool_name: string;
	readonly tool_input: JsonObject;
}): string {
	const main = ['command', 'path', 'title', 'pattern', 'query', 'name'].map((key) => tool_input[key]);
	const found = main.find((value) => typeof value === 'string') ?? JSON.stringify(tool_input);
	const text = harmlessLine(String(found));
	return `${harmlessLine(tool_name)} ${text.length > longestInput ? `${text.slice(0, longestInput)}…` : text}`.trim();
}

function firstLine(text: string): string {
	return harmlessLine(text.trim().split('\n')[0] ?? '').slice(0, 300);
}

function timeWords(ms: number): string {
	return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
