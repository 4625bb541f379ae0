import { claudeCode } from './formats/claude-code.ts';
import { codex } from './formats/codex.ts';
import { miniSweAgent } from './formats/mini-swe-agent.ts';
import { openAi } from './formats/openai.ts';
import { openHands } from './formats/openhands.ts';
import { sweAgent } from './formats/swe-agent.ts';
import { type Action, type Format, isStep, type Run } from './trajectory.ts';

/** All formats. The first one that can read a document is used. */
export const formats: readonly Format[] = [miniSweAgent, sweAgent, openHands, codex, claudeCode, openAi];

/** A run with its format and a unique name. */
export interface NamedRun {
	readonly name: string;
	readonly format: string;
	readonly root: string;
	readonly actions: readonly Action[];
}

/** Returns the runs of a file: one document, one session in JSON lines, or a run in each line. Empty if the format is unknown. */
export function readRuns(name: string, text: string): readonly NamedRun[] {
	const document = parsed(text);
	if (document !== undefined) return namedRuns(name, text, [document]);
	const lines = text.split('\n').flatMap((line) => parsed(line) ?? []);
	return namedRuns(name, text, [lines]);
}

function namedRuns(name: string, text: string, [document]: readonly unknown[]): readonly NamedRun[] {
	const whole = readAs(document);
	if (whole !== undefined) return [named(name, text, whole)];
	const each = Array.isArray(document) ? document.map(readAs) : [];
	return each.flatMap((run, i) => (run === undefined ? [] : [named(`${name}#${i + 1}`, '', run)]));
}

type Read = Run & { readonly format: string };

function readAs(document: unknown): Read | undefined {
	for (const { name, read } of formats) {
		const run = read(document);
		if (run !== undefined) return { ...run, format: name };
	}
	return undefined;
}

function named(name: string, text: string, { format, root, actions }: Read): NamedRun {
	return { name, format, root: root ?? uploaded(text) ?? firstFolder(actions) ?? '/workspace/repo', actions };
}

function uploaded(text: string): string | undefined {
	return /<uploaded_files>(?:\\n|\s)*(\/[\w./-]+)/.exec(text)?.[1];
}

/** Returns the first absolute folder to which a command changes. */
function firstFolder(actions: readonly Action[]): string | undefined {
	for (const action of actions.filter(isStep)) {
		const found = /(?:^|[;&|(]\s*)cd\s+["']?(\/[\w./-]+)/.exec(String(action.args['command'] ?? ''))?.[1];
		if (found !== undefined && !/^\/(?:tmp|var|etc|root|home)?\/?$/.test(found)) return found.replace(/\/+$/, '');
	}
	return undefined;
}

function parsed(text: string): unknown {
	if (!/^\s*[[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
