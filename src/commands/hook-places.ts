import type { JsonObject } from '../core/index.ts';
import type { DialectName } from './dialects.ts';
import { guardPaths, type HookScope } from './guard-script.ts';

/** What an agent starts before a tool. */
export type GuardHook = JsonObject & { readonly command: string };

/** Where an agent reads a project's hooks, and what has to stand there. */
export interface HookPlace {
	/** The settings of one person in one checkout, and those of everybody who clones the repository. Codex and Gemini CLI have one file for both. */
	readonly files: Readonly<Record<HookScope, string>>;
	/** The list of the groups of hooks that are called before a tool. */
	readonly event: string;
	readonly hooks: Readonly<Record<HookScope, GuardHook>>;
	/** Whether the agent reads settings with comments. None of them reads trailing commas. */
	readonly readsComments: boolean;
	/** What a person has to do before the agent calls it, or know. */
	readonly afterwards: string;
}

const installs: Readonly<Record<HookScope, string>> = {
	personal: 'countersign hook install',
	shared: 'countersign hook install --shared',
};

/** The same for both scopes, but for the guard and the command that repairs it. */
function bothScopes(hook: (guard: string, install: string) => GuardHook): HookPlace['hooks'] {
	return {
		personal: hook(guardPaths.personal, installs.personal),
		shared: hook(guardPaths.shared, installs.shared),
	};
}

/**
 * The hook as it stands in Claude Code's settings. A guard that is not there ends in 126 or 127, which would let the call pass, so the line itself
 * turns them into 2. Its time is longer than the guard's own deadline: a hook that is cut off lets the call pass, too, in versions that
 * do not know `onFailure`. Claude Code 2.1.330 refuses settings with comments ("Invalid or malformed JSON").
 */
const claude: HookPlace = {
	files: { personal: '.claude/settings.local.json', shared: '.claude/settings.json' },
	event: 'PreToolUse',
	hooks: bothScopes((guard, install) => ({
		type: 'command',
		command: `"$CLAUDE_PROJECT_DIR"/${guard} || { [ $? -eq 2 ] || echo 'Countersign: the guard is missing or broken, so nothing runs. Do: ${install}' >&2; exit 2; }`,
		timeout: 60,
		onFailure: 'block',
	})),
	readsComments: false,
	afterwards: 'Claude Code reads it when a session starts.',
};

/** Codex and Gemini CLI let a call pass where a 2 comes without a word on standard error, so the line always says one. */
const stops = (agent: DialectName, install: string) =>
	`Countersign stops this call. Where no reason stands before this, do: ${install} --for ${agent}`;

/**
 * Codex (developers.openai.com/codex/hooks) names no variable for the project and tells to ask git; it starts the line by the person's own
 * shell, which may be none that knows `||` and braces. The time is in seconds. Its settings are strict JSON (serde_json).
 */
const codex: HookPlace = {
	files: { personal: '.codex/hooks.json', shared: '.codex/hooks.json' },
	event: 'PreToolUse',
	hooks: bothScopes((guard, install) => ({
		type: 'command',
		command: `/bin/sh -c '"$(git rev-parse --show-toplevel)"/${guard} --dialect codex || { echo "${stops('codex', install)}" >&2; exit 2; }'`,
		timeout: 60,
	})),
	readsComments: false,
	afterwards: 'Codex calls it only after you have reviewed and trusted it: type /hooks in Codex.',
};

/**
 * Gemini CLI (geminicli.com/docs/hooks/reference; hookRunner.ts) puts a quoted path in the place of `$GEMINI_PROJECT_DIR`, and quotes in quotes are
 * none; with braces it is left to the shell. The time is in milliseconds. Its settings may have comments (settings.ts: strip-json-comments).
 */
const gemini: HookPlace = {
	files: { personal: '.gemini/settings.json', shared: '.gemini/settings.json' },
	event: 'BeforeTool',
	hooks: bothScopes((guard, install) => ({
		type: 'command',
		name: 'countersign',
		command: `"\${GEMINI_PROJECT_DIR}"/${guard} --dialect gemini || { echo '${stops('gemini', install)}' >&2; exit 2; }`,
		timeout: 60_000,
	})),
	readsComments: true,
	afterwards: 'Gemini CLI calls it in folders that it trusts, where it is started in this one; /hooks panel shows it.',
};

/** The places by the names of their dialects. */
export const hookPlaces: Readonly<Record<DialectName, HookPlace>> = { claude, codex, gemini };

/** Whether an agent has settings of one person for one checkout. */
export function hasPersonalFile({ files }: HookPlace): boolean {
	return files.personal !== files.shared;
}
