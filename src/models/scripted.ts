import {
	type Chunk,
	CountersignError,
	type JsonObject,
	labelledRehearsal,
	type Message,
	type Model,
	type ModelRequest,
	type ToolCall,
} from '../core/index.ts';
import { type Part, readScript, type Turn, type When } from './script-schema.ts';

type Results = Extract<Message, { role: 'tools' }>['results'];

/**
 * A model that replays the turns of a file. Its id shows that it is scripted. It has no state, because the number of assistant messages in
 * the request selects the turn. So another process that resumes a run continues with the right turn.
 */
export function scriptedModel(file: string, text: string): Model {
	const turns = readScript(file, text);
	const id = labelledRehearsal(`scripted:${file}`);
	return {
		id,
		stream: (request) => playTurn({ id, turns, request }),
	};
}

async function* playTurn(from: { id: string; turns: readonly Turn[]; request: ModelRequest }): AsyncGenerator<Chunk> {
	const { id, turns, request } = from;
	const number = request.messages.filter((message) => message.role === 'assistant').length + 1;
	const turn = turns[number - 1];
	if (turn === undefined) throw beyondEnd(id, turns.length, number);
	const part = choosePart({ id, number, turn, request });
	if (request.closing && part.calls.length > 0) throw callsAtClosing(id, number);
	const calls = part.calls.map(({ tool, args, number_after }, index) => ({
		...{ id: `call_${number}_${index + 1}`, name: tool },
		args: { ...args, ...numbersAfter(number_after, request.messages) },
	}));
	for (const piece of part.text?.match(/[^\n]*\n|[^\n]+$/g) ?? []) yield { kind: 'text', text: piece };
	for (const call of calls) yield { kind: 'call', call };
	const raw = JSON.stringify(contentBlocks(part.text, calls));
	const usage = { input: tokens(JSON.stringify(request)), output: tokens(raw), cached: 0 };
	yield { kind: 'end', raw, stop: calls.length > 0 ? 'tool_use' : 'end_turn', usage };
}

function choosePart(from: { id: string; number: number; turn: Turn; request: ModelRequest }): Part {
	const { id, number, turn, request } = from;
	const unmet = turn.when === undefined ? undefined : unmetCondition(turn.when, request.messages);
	if (unmet === undefined) return turn;
	if (turn.otherwise !== undefined) return turn.otherwise;
	throw new CountersignError({
		code: 'model-script',
		message: `Turn ${number} of ${id} does not fit: ${unmet.expected}; ${unmet.seen}.`,
		fix: 'Correct the condition of the turn, or give it an `otherwise`.',
	});
}

function unmetCondition(when: When, messages: readonly Message[]): { expected: string; seen: string } | undefined {
	const last = messages.at(-1);
	const results: Results = last?.role === 'tools' ? last.results : [];
	const seen = results.length === 0 ? 'seen no result' : `seen ${results.map(describe).join(', ')}`;
	const expected = unmetText(when, results, messages) ?? unmetSuccess(when, results);
	return expected === undefined ? undefined : { expected, seen };
}

function unmetText(when: When, results: Results, messages: readonly Message[]): string | undefined {
	const wanted = when.last_result_contains;
	if (wanted === undefined) return undefined;
	if (typeof wanted === 'string') {
		if (results.some(({ text }) => text.includes(wanted))) return undefined;
		return `expected a last result with ${JSON.stringify(wanted)}`;
	}
	const names = toolNames(messages);
	const unmet = Object.entries(wanted).find(
		([tool, text]) => !results.some((result) => names.get(result.callId) === tool && result.text.includes(text)),
	);
	return unmet && `expected a last result of \`${unmet[0]}\` with ${JSON.stringify(unmet[1])}`;
}

function unmetSuccess(when: When, results: Results): string | undefined {
	const wanted = when.last_result_ok;
	if (wanted === undefined) return undefined;
	const allOk = results.length > 0 && results.every(({ ok }) => ok);
	const oneFailed = results.some(({ ok }) => !ok);
	if (wanted ? allOk : oneFailed) return undefined;
	return wanted ? 'expected only successful last results' : 'expected a last result that failed';
}

/** The number after each text, in the newest result that has one. Without such a result the argument is left out, and the tool refuses. */
function numbersAfter(wanted: Readonly<Record<string, string>>, messages: readonly Message[]): JsonObject {
	const results = messages.flatMap((message) => (message.role === 'tools' ? message.results : []));
	const found = Object.entries(wanted).flatMap(([name, text]) => {
		const numbers = results.flatMap((result) => numberAfter(text, result.text));
		return numbers.slice(-1).map((number) => [name, number] as const);
	});
	return Object.fromEntries(found);
}

function numberAfter(before: string, text: string): readonly number[] {
	const at = text.indexOf(before);
	const digits = at === -1 ? undefined : /^\d+/.exec(text.slice(at + before.length))?.[0];
	return digits === undefined ? [] : [Number(digits)];
}

/** The tool of each call in the last assistant message. */
function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
	const last = messages.findLast((message) => message.role === 'assistant');
	if (last?.said !== undefined) return new Map(last.said.calls.map(({ id, name }) => [id, name] as const));
	const blocks: ReturnType<typeof contentBlocks> = last === undefined ? [] : JSON.parse(last.raw);
	return new Map(blocks.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name] as const] : [])));
}

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: JsonObject };

function contentBlocks(text: string | undefined, calls: readonly ToolCall[]): readonly Block[] {
	const said: readonly Block[] = text === undefined ? [] : [{ type: 'text', text }];
	return [...said, ...calls.map(({ id, name, args }) => ({ type: 'tool_use' as const, id, name, input: args }))];
}

function describe({ ok, text }: Results[number]): string {
	return `${ok ? 'ok' : 'failed'} ${JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text)}`;
}

function beyondEnd(id: string, count: number, number: number): CountersignError {
	return new CountersignError({
		code: 'model-script',
		message: `${id} has ${count} turn(s); turn ${number} was asked for.`,
		fix: 'End the script with a turn that has text and no calls, or add the missing turn.',
	});
}

/** The error for a script that calls a tool at the closing request. No provider allows this, so the script would test nothing. */
function callsAtClosing(id: string, number: number): CountersignError {
	return new CountersignError({
		code: 'model-script',
		message: `Turn ${number} of ${id} makes calls, but it is the closing turn, after the last round of calls.`,
		fix: 'Give the turn text only, or allow more iterations.',
	});
}

/** A rough count that is always the same. */
function tokens(text: string): number {
	return Math.ceil(text.length / 4);
}
