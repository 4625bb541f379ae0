import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jsonLine, type ToolCall, type Verdict } from '../../core/index.ts';
import { createRedactor, preview } from '../../journal/index.ts';

/** Where a hook writes its warnings. */
export const hookLogPath = '.countersign/hooks/log.jsonl';

const mostBytes = 5_000_000;

/**
 * Logs a call that matched a pattern or was blocked, as one line of JSON (agtop, Safety Hooks: the log's warning). @throws if the file
 * cannot be written.
 */
export function noteWarning(root: string, session: string, call: ToolCall, verdict: Verdict): void {
	const { redact } = createRedactor([]);
	const line = jsonLine({
		at: new Date().toISOString(),
		level: 'warning',
		session,
		tool: call.name,
		decision: verdict.decision,
		rule: verdict.rule,
		reason: verdict.reason,
		patterns: patternsOf(verdict),
		input: preview(redact(JSON.stringify(call.args))),
	});
	const path = join(root, hookLogPath);
	// If the hook is shared, the folder may not exist yet.
	mkdirSync(dirname(path), { recursive: true });
	append(path, `${line}\n`);
}

/** Returns the names of the patterns that a call matched. */
export function patternsOf({ matches }: Verdict): readonly string[] {
	return matches.filter(({ stage }) => stage === 'patterns').map(({ rule }) => rule);
}

/** Appends a line, without following a link. A full file is renamed, and replaces the previous full one. */
function append(path: string, line: string): void {
	const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
	const descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
	try {
		writeSync(descriptor, line);
		if (fstatSync(descriptor).size > mostBytes) renameSync(path, path.replace(/\.jsonl$/, '.1.jsonl'));
	} finally {
		closeSync(descriptor);
	}
}
