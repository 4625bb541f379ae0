import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/core/json.ts';
import { startFiles } from './checkout.ts';
import type { BenchFile, Question, Setting } from './question.ts';

/** What the visitor typed as a call. */
export type TypedCall =
	| { readonly kind: 'command'; readonly command: string }
	| { readonly kind: 'tool'; readonly tool: string; readonly args: string };

/** Everything that the visitor chose. */
export interface BenchState {
	readonly call: TypedCall;
	readonly files: readonly BenchFile[];
	readonly first: Setting;
	/** The setting to compare with. */
	readonly second?: Setting;
}

/** The state at the start. */
export const startState: BenchState = {
	call: { kind: 'command', command: 'npm test && git push origin main' },
	files: startFiles,
	first: { mode: 'default', policies: ['default'] },
};

/** Returns what to ask the gate, or why the call cannot be judged yet. */
export function questionOf({ call, files, first, second }: BenchState): Question | string {
	const settings = second === undefined ? [first] : [first, second];
	if (call.kind === 'command') return { tool: 'shell_exec', args: { command: call.command }, files, settings };
	const args = readArguments(call.args);
	return typeof args === 'string' ? args : { tool: call.tool, args, files, settings };
}

/** Returns the arguments of a tool call, or what is wrong with their text. */
function readArguments(text: string): JsonObject | string {
	try {
		const value: JsonValue = JSON.parse(text);
		return isJsonObject(value) ? value : 'The arguments are not a JSON object, such as {"path": "README.md"}.';
	} catch (thrown) {
		return `The arguments are not valid JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
	}
}
