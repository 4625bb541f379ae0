import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision, Effect, JsonObject, Match, Mode } from '../../src/core/index.ts';
import { createRedactor, directoryBlobs, openJournal, previewArgs } from '../../src/journal/index.ts';
import { agentRequest } from '../support/world.ts';

/** A call of a past run, with its verdict and its answer. */
export interface PastCall {
	readonly id: string;
	readonly name: string;
	readonly args: JsonObject;
	readonly decision: Decision;
	readonly stage?: Match['stage'];
	readonly rule?: string;
	readonly effects?: readonly Effect[];
	/** Set if the model did not request the call. */
	readonly origin?: 'setup' | 'run';
	/** How the question was answered. */
	readonly answer?: 'yes' | 'no' | 'expiry' | 'none';
	readonly by?: string;
	/** The number in its id, if one answer is for several calls. */
	readonly question?: number;
}

const none = { preview: '', sha256: '0'.repeat(64), bytes: 0 };
/** What the run's redactor removes. */
const secret = 'secret-value-1';

/** Writes the journal and the blobs of a run with these calls, and returns the folder. */
export async function writeRun(folder: string, calls: readonly PastCall[], mode: Mode = 'default'): Promise<string> {
	mkdirSync(folder, { recursive: true });
	const redactor = createRedactor([secret]);
	const clock = { now: () => new Date('2026-05-01T12:00:00Z') };
	const journal = await openJournal({ path: join(folder, 'journal.jsonl'), clock, redactor });
	const blobs = directoryBlobs(join(folder, 'blobs'), redactor);
	await journal.append({
		type: 'run_started',
		schema: 2,
		program: 'countersign test',
		run: '12-abc',
		repository: 'octo-org/sample',
		request: agentRequest(),
		settings: { mode, model: 'scripted:x', limits: { maxIterations: 8, approvalTimeoutSeconds: 60 } },
		runner: { kind: 'terminal', id: '1', attempt: 1 },
		base_sha: 'a'.repeat(40),
		base_branch: 'main',
		controls: none,
	});
	const asked = await Promise.all(
		[...new Map(calls.filter(({ origin }) => origin === undefined).map((call) => [call.id, call])).values()].map(
			async ({ id, name, args }) => {
				const text = JSON.stringify(args);
				return { id, name, args: await blobs.put(text), redacted: redactor.holdsSecret(text) };
			},
		),
	);
	await journal.append({
		type: 'model_reply',
		iteration: 1,
		model: 'scripted:x',
		request: '0'.repeat(64),
		text: none,
		raw: none,
		calls: asked,
		stop: 'calls',
		usage: { input: 0, output: 0, cached: 0 },
	});
	for (const call of calls) await journal.append(attemptOf(call, mode));
	for (const [index, call] of calls.entries()) {
		if (call.answer !== undefined) await journal.append(requestOf(call, index));
		if (call.answer !== undefined && call.answer !== 'none') await journal.append(answerOf(call, index));
	}
	await journal.append({ type: 'note', text: 'The end.' });
	return folder;
}

function attemptOf(
	{ id, name, args, decision, stage = 'policy', rule = 'then', effects = [], origin }: PastCall,
	mode: Mode,
) {
	const about = { rule, reason: 'As it was then.', risk: 'medium', evidence: '' } as const;
	return {
		type: 'tool_attempt',
		call_id: id,
		tool_name: name,
		tool_input: previewArgs(args),
		classification: rule,
		risk_level: 'medium',
		decision,
		matched_rule: rule,
		reason: about.reason,
		effects: [...effects],
		matches: [{ stage, decision, ...about }],
		binding: '0'.repeat(64),
		session_mode: mode,
		...(origin === undefined ? {} : { origin }),
	} as const;
}

function requestOf({ id, question = 0 }: PastCall, index: number) {
	const item = { id: `A${question || index + 1}`, call_id: id, binding: '0'.repeat(64), again: false } as const;
	return { type: 'approval_requested', items: [item], comment_id: 1, expires_at: '2026-05-02T12:00:00Z' } as const;
}

function answerOf({ id, name, answer, by = 'ada', question = 0 }: PastCall, index: number) {
	return {
		type: 'approval',
		id: `A${question || index + 1}`,
		call_id: id,
		tool_name: name,
		approved: answer === 'yes',
		user_id: 1,
		user: by,
		role: 'write',
		approver_type: answer === 'expiry' ? 'expiry' : 'human',
	} as const;
}
