import { posix } from 'node:path';
import type { Facts } from '../../core/index.ts';
import { folderRule, type Rule } from '../../gate/index.ts';

/** Folders outside the checkout that an agent keeps for its session or its user. */
export interface AgentPlaces {
	/** Folders that the agent also writes to. */
	readonly written: readonly string[];
	readonly read: readonly string[];
}

/** What Claude Code says about its own files in a hook call. The model cannot change these values. */
export interface SessionFiles {
	readonly session: string;
	/** `transcript_path`: `<its folder>/projects/<project>/<session>.jsonl`. */
	readonly transcript?: string;
	/** `scratchpad_dir`, since about version 2.1.330. */
	readonly scratchpad?: string;
}

/**
 * Returns Claude Code's own folders: the user's plans and skills, and this session's scratchpad and its results that were too long for a
 * reply.
 * The session's folders come only from paths in the call that pass a check.
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

/** Returns where Claude Code keeps its files, from the transcript path of this session. */
function keptBy(transcript: string, session: string) {
	const [, folder, project, name] = /^(\/.+)\/projects\/([^/]+)\/([^/]+)\.jsonl$/.exec(transcript) ?? [];
	if (folder === undefined || name !== session || !isPlain(transcript)) return undefined;
	return { folder, results: `${folder}/projects/${project}/${session}/tool-results` };
}

/**
 * Whether a path is the scratchpad of a session. Threat: if the folder contained the checkout or the home folder, everything in them
 * would be allowed.
 */
function isScratchpad(path: string | undefined, root: string): path is string {
	if (path === undefined || !isPlain(path) || !/^\/[^/]+\/.+\/scratchpad$/.test(path)) return false;
	return root !== path && !root.startsWith(`${path}/`);
}

function isPlain(path: string): boolean {
	return posix.normalize(path) === path;
}

/** Returns rules that let the agent use these folders without a question. If a folder is a link, the rule is for its target. */
export function placeRules({ written, read }: AgentPlaces, { realPath }: Pick<Facts, 'realPath'>): readonly Rule[] {
	const rule = (effects: readonly ('read' | 'write')[]) => (folder: string) => {
		const real = realPath(folder);
		return (real === undefined ? undefined : folderRule('own-places', effects, real)) ?? [];
	};
	return [...written.flatMap(rule(['read', 'write'])), ...read.flatMap(rule(['read']))];
}
