import { posix } from 'node:path';
import type { Facts } from '../core/index.ts';
import { folderRule, type Rule } from '../gate/index.ts';

/** Folders beside the checkout that an agent keeps for its session or its person. */
export interface AgentPlaces {
	/** It writes there, too. */
	readonly written: readonly string[];
	readonly read: readonly string[];
}

/** What Claude Code tells its hooks of its own files; the model has no say in it. */
export interface SessionFiles {
	readonly session: string;
	/** `transcript_path`: `<its folder>/projects/<project>/<session>.jsonl`. */
	readonly transcript?: string;
	/** `scratchpad_dir`, since version 2.1.330 or so. */
	readonly scratchpad?: string;
}

/**
 * Claude Code's own folders: plans and skills of the person, and of this session its scratchpad and the results that were too long for a reply. Of
 * what is the session's, only what the call itself names or proves is known.
 */
export function agentPlaces(files: SessionFiles, home: string, root: string): AgentPlaces {
	const { transcript, scratchpad } = files;
	const kept = transcript === undefined ? undefined : keptBy(transcript, files.session);
	const folders = [...new Set([posix.join(home, '.claude'), ...(kept === undefined ? [] : [kept.folder])])];
	return {
		written: [...folders.map((folder) => `${folder}/plans`), ...(isScratchpad(scratchpad, root) ? [scratchpad] : [])],
		read: [...folders.map((folder) => `${folder}/skills`), ...(kept === undefined ? [] : [kept.results])],
	};
}

/** Where Claude Code keeps its files, by the transcript of this very session. */
function keptBy(transcript: string, session: string) {
	const [, folder, project, name] = /^(\/.+)\/projects\/([^/]+)\/([^/]+)\.jsonl$/.exec(transcript) ?? [];
	if (folder === undefined || name !== session || !isPlain(transcript)) return undefined;
	return { folder, results: `${folder}/projects/${project}/${session}/tool-results` };
}

/** Threat: a folder that holds the checkout, or the home, would open all of that. */
function isScratchpad(path: string | undefined, root: string): path is string {
	if (path === undefined || !isPlain(path) || !/^\/[^/]+\/.+\/scratchpad$/.test(path)) return false;
	return root !== path && !root.startsWith(`${path}/`);
}

function isPlain(path: string): boolean {
	return posix.normalize(path) === path;
}

/** Rules that let the agent use these folders unasked. A link leads to another folder, which is not the agent's. */
export function placeRules({ written, read }: AgentPlaces, { realPath }: Pick<Facts, 'realPath'>): readonly Rule[] {
	const rule = (effects: readonly ('read' | 'write')[]) => (folder: string) => {
		const real = realPath(folder);
		return (real === undefined ? undefined : folderRule('own-places', effects, real)) ?? [];
	};
	return [...written.flatMap(rule(['read', 'write'])), ...read.flatMap(rule(['read']))];
}
