import { type Entry, type EntryOf, isJsonObject, type JsonObject, type JsonValue, sha256 } from '../../core/index.ts';

/** A call of a past run, with the verdict of that time. */
export interface PastCall {
	readonly run: string;
	readonly verdict: EntryOf<'tool_attempt'>;
	/** The arguments of the call, or why they are no longer known. */
	readonly args: JsonObject | string;
}

/** A past call, with the answers of people. */
export interface RecordedCall extends PastCall {
	/** The last question to people about this call. Undefined if there was none. One answer can be for several calls. */
	readonly question?: string;
	/** The answers, in order. */
	readonly answers: readonly EntryOf<'approval'>[];
}

/** A run, as its journal describes it. */
export interface RunEntries {
	/** The repository and the run, or the journal's file. */
	readonly key: string;
	readonly entries: readonly Entry[];
	/** Returns the content with this hash, if the record has it. */
	readonly contentOf: (hash: string) => Promise<string | undefined>;
}

/** Returns the key of a run, or undefined if its journal does not begin with the start of a run. */
export function runKey(entries: readonly Entry[]): string | undefined {
	const header = entries.find((entry) => entry.type === 'run_started');
	return header && `${header.repository} ${header.run}`;
}

/** Returns the calls that policies judged in a run, in order, with their arguments and answers. */
export async function pastCalls({ entries, key, contentOf }: RunEntries): Promise<readonly RecordedCall[]> {
	const run = key.replace(/^\S+ /, '');
	const asked = new Map(
		entries.flatMap((entry) =>
			entry.type === 'model_reply' ? entry.calls.map((call) => [call.id, call] as const) : [],
		),
	);
	// If a call was judged again, the last verdict is valid, because it can only be stricter. Policies do not judge the run's own calls.
	const verdicts = new Map(
		entries.flatMap((entry) =>
			entry.type === 'tool_attempt' && entry.origin !== 'run' ? [[entry.call_id, entry] as const] : [],
		),
	);
	const requested = new Map(
		entries.flatMap((entry) =>
			entry.type === 'approval_requested' ? entry.items.map((item) => [item.call_id, item.id] as const) : [],
		),
	);
	const answers = Map.groupBy(
		entries.filter((entry) => entry.type === 'approval'),
		(entry) => entry.call_id,
	);
	const calls: RecordedCall[] = [];
	for (const verdict of verdicts.values()) {
		const args = await argsOf(verdict, asked.get(verdict.call_id), contentOf);
		const said = answers.get(verdict.call_id) ?? [];
		const id = requested.get(verdict.call_id) ?? said.at(-1)?.id;
		calls.push({ run, verdict, args, ...(id === undefined ? {} : { question: `${key} ${id}` }), answers: said });
	}
	return calls;
}

type Asked = EntryOf<'model_reply'>['calls'][number];

/** Returns the arguments of a call. The journal line has a preview of them, which is used only if it matches the recorded hash. */
async function argsOf(
	verdict: EntryOf<'tool_attempt'>,
	asked: Asked | undefined,
	contentOf: (hash: string) => Promise<string | undefined>,
): Promise<JsonObject | string> {
	// If no model asked for the call, its line contains the whole arguments.
	if (verdict.origin === 'setup') return verdict.tool_input;
	if (asked === undefined) return 'the journal does not contain its arguments';
	if (asked.redacted) return 'its arguments were redacted';
	const own = JSON.stringify(verdict.tool_input);
	const text = (await contentOf(asked.args.sha256)) ?? (sha256(own) === asked.args.sha256 ? own : undefined);
	if (text === undefined) return 'its arguments are missing next to the journal';
	const value = parse(text);
	return isJsonObject(value) ? value : 'its arguments are not a JSON object';
}

function parse(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text);
	} catch {
		// The caller reports that there are no arguments.
		return undefined;
	}
}
