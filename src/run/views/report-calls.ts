import { clausesOf } from '../../approvals/index.ts';
import { type Content, isJsonObject, type JsonValue } from '../../core/index.ts';
import type { AskedRow, ReportCall, RunView, ShownText } from '../../report/index.ts';
import type { Asked } from '../state/asked-state.ts';
import type { CallState } from '../state/call-state.ts';
import { callsOf } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';

type Read = (content: Content) => Promise<string>;

/** Returns every call of a run, with the questions that people were asked about it. */
export async function reportCalls(state: State, { rows }: RunView, read: Read): Promise<readonly ReportCall[]> {
	const asked = Map.groupBy(state.asked.requests, ({ callId }) => callId);
	const calls = callsOf(state).map(async (call, index): Promise<readonly ReportCall[]> => {
		const row = rows[index];
		if (row === undefined) return [];
		const { verdict, outcome } = call;
		return [
			{
				number: index + 1,
				row,
				args: argsIn(await read(call.args), call.args),
				effects: verdict?.effects ?? [],
				reason: verdict?.reason ?? '',
				...(verdict === undefined ? {} : { risk: verdict.risk_level }),
				matches: verdict?.matches ?? [],
				asked: (asked.get(call.id) ?? []).map((one) => askedRow(one, call, state)),
				...(outcome === undefined ? {} : { output: outputOf(outcome.text) }),
				...(outcome?.durationMs === undefined ? {} : { milliseconds: outcome.durationMs }),
			},
		];
	});
	return (await Promise.all(calls)).flat();
}

/** Returns the text of an output. If the output is a file next to the journal, it returns only the beginning. */
function outputOf(text: Content | string): ShownText {
	return typeof text === 'string'
		? { text, bytes: Buffer.byteLength(text) }
		: { text: text.preview, bytes: text.bytes, sha256: text.sha256 };
}

function argsIn(text: string, { bytes, sha256 }: Content): ReportCall['args'] {
	const value = parsed(text);
	if (!isJsonObject(value)) return [['', { text, bytes, sha256 }]];
	return Object.entries(value).map(([name, one]) => {
		const shown = typeof one === 'string' ? one : JSON.stringify(one, null, 2);
		return [name, { text: shown, bytes: Buffer.byteLength(shown) }] as const;
	});
}

function parsed(text: string): JsonValue | undefined {
	try {
		return JSON.parse(text);
	} catch {
		// If the arguments are too long for a line, their preview is not valid JSON. Then the preview is shown unchanged.
		return undefined;
	}
}

function askedRow(
	{ id, commentId, expiresAt, signatures, denial, void: why }: Asked,
	call: CallState,
	state: State,
): AskedRow {
	const at = (comment: number | undefined): { readonly url?: string } => commentUrl(comment, state);
	return {
		id,
		until: expiresAt,
		...at(commentId),
		needs: call.request?.id === id ? clausesOf(call.request) : [],
		signatures: signatures.map(({ user, role, at: when, scope, byButton, commentId: comment }) => ({
			who: user,
			role,
			at: when,
			...(scope === undefined ? {} : { scope }),
			...(byButton === undefined ? {} : { byButton }),
			...at(comment),
		})),
		...(denial === undefined
			? {}
			: {
					denial: {
						who: denial.user,
						role: denial.role,
						at: denial.at,
						by: denial.approver_type,
						...(denial.rejection_reason === undefined ? {} : { why: denial.rejection_reason }),
						...at(denial.comment_id),
					},
				}),
		...(why === undefined ? {} : { void: why }),
	};
}

/** Returns the address of a comment. It is built from the address of our progress comment in the same thread. */
export function commentUrl(commentId: number | undefined, { progress }: State): { readonly url?: string } {
	const [, thread] = /^(https?:\/\/\S+#issuecomment-)\d+$/.exec(progress?.url ?? '') ?? [];
	return thread === undefined || commentId === undefined ? {} : { url: `${thread}${commentId}` };
}
