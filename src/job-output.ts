import * as core from '@actions/core';
import { createRedactor, type LearningRedactor, partsOf } from './journal/index.ts';
import { logLine } from './report/index.ts';

/** What a job writes for its runner: its log, its outputs and its summary. */
export interface JobOutput {
	readonly redactor: LearningRedactor;
	/** Keeps a credential out of everything that leaves the job. The runner masks it, too. */
	mask(secret: string): void;
	log(text: string): void;
	warn(text: string): void;
	/** Writes an error of several lines, such as a stack. */
	error(text: string): void;
	/** Ends the job as failed. */
	fail(text: string): void;
	output(name: string, value: string | number): void;
	/** Markdown. */
	summary(text: string): Promise<void>;
}

/**
 * Opens the only way to the runner. Text is made harmless first, and secrets are removed last, because later changes could put a secret
 * together again.
 */
export function openJobOutput(): JobOutput {
	const redactor = createRedactor([]);
	const { redact } = redactor;
	return {
		redactor,
		mask: (secret) => {
			redactor.learn(secret);
			for (const part of new Set(partsOf(secret))) core.setSecret(part);
		},
		log: (text) => core.info(redact(logLine(text))),
		warn: (text) => core.warning(redact(logLine(text))),
		error: (text) => core.error(redact(text.split('\n').map(logLine).join('\n'))),
		fail: (text) => core.setFailed(redact(logLine(text))),
		output: (name, value) => core.setOutput(name, typeof value === 'string' ? redact(value) : value),
		summary: async (text) => void (await core.summary.addRaw(redact(text), true).write()),
	};
}
