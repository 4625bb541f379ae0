import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const content = z.object({ preview: z.string(), sha256: z.string() });
const entry = z.object({
	type: z.string(),
	call_id: z.string().optional(),
	origin: z.string().optional(),
	tool_input: z.object({ command: z.string().optional() }).optional(),
	decision: z.string().optional(),
	reason: z.string().optional(),
	ok: z.boolean().optional(),
	output: content.optional(),
	duration_ms: z.number().optional(),
});

/** A command of a run, from the journal. */
export interface JournalCall {
	readonly isSetup: boolean;
	readonly command: string;
	/** The gate's verdict. */
	readonly decision: string;
	readonly reason: string;
	/** Undefined if it did not run. */
	readonly result?: {
		readonly ok: boolean;
		readonly code: number | undefined;
		readonly text: string;
		readonly seconds: number;
	};
}

/** Returns the commands of a run, in order, from the run's folder. */
export function callsOf(folder: string): readonly JournalCall[] {
	const lines = readFileSync(join(folder, 'journal.jsonl'), 'utf8').split('\n').filter(Boolean);
	const entries = lines.map((line) => entry.parse(JSON.parse(line)));
	const results = new Map(entries.flatMap((one) => (one.type === 'tool_result' ? [[one.call_id, one] as const] : [])));
	return entries.flatMap((one) => {
		if (one.type !== 'tool_attempt') return [];
		const result = results.get(one.call_id);
		const call: JournalCall = {
			isSetup: one.origin === 'setup',
			command: one.tool_input?.command ?? '',
			decision: one.decision ?? '',
			reason: one.reason ?? '',
		};
		if (result === undefined) return [call];
		const text = textOf(folder, result.output);
		const seconds = (result.duration_ms ?? 0) / 1000;
		return [{ ...call, result: { ok: result.ok === true, code: codeIn(text), text, seconds } }];
	});
}

/** Returns the whole text of which the journal contains the beginning. */
function textOf(folder: string, output: z.infer<typeof content> | undefined): string {
	if (output === undefined) return '';
	const blob = join(folder, 'blobs', output.sha256);
	return existsSync(blob) ? readFileSync(blob, 'utf8') : output.preview;
}

/** Returns the exit code from the text that `shell_exec` gave to the model. */
function codeIn(text: string): number | undefined {
	const codes = [...text.matchAll(/^\[exit code (\d+) after [\d.]+ s\]$/gm)];
	const last = codes.at(-1)?.[1];
	return last === undefined ? undefined : Number(last);
}
