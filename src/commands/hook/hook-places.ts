import type { JsonObject } from '../../core/index.ts';
import type { DialectName } from './dialects.ts';
import { guardPaths, type HookScope } from './guard-script.ts';

/** The command that an agent starts before a tool call. */
export type GuardHook = JsonObject & { readonly command: string };

/** Where an agent reads a project's hooks, and the hook to write there. */
export interface HookPlace {
	/** The settings of one person in one checkout, and those of everybody who clones. Codex and Gemini CLI have one file for both. */
	readonly files: Readonly<Record<HookScope, string>>;
	/** The name of the list of hooks that are called before a tool. */
	readonly event: string;
	readonly hooks: Readonly<Record<HookScope, GuardHook>>;
	/** Whether the agent accepts comments in its settings. None of them accepts trailing commas. */
	readonly readsComments: boolean;
	/** What a person must do or know before the agent calls the hook. */
	readonly afterwards: string;
}

const installs: Readonly<Record<HookScope, string>> = {
	personal: 'countersign hook install',
	shared: 'countersign hook install --shared',
};

/** Builds the hooks of both scopes. Only the guard and the repair command differ. */
function bothScopes(hook: (guard: string, install: string) => GuardHook): HookPlace['hooks'] {
	return {
		personal: hook(guardPaths.personal, installs.personal),
		shared: hook(guardPaths.shared, installs.shared),
	};
}

/**
 * The hook in Claude Code's settings. If the guard is missing, the shell exits with 126 or 127, which would let the call pass. So the
 * command line turns these into 2. Its timeout is longer than the guard's own deadline, because versions that do not know `onFailure` let
 * a call pass when a hook is cut off. Claude Code 2.1.330 refuses settings with comments ("Invalid or malformed JSON").
 */
const claude: HookPlace = {
	files: { personal: '.claude/settings.local.json', shared: '.claude/settings.json' },
	event: 'PreToolUse',
	hooks: bothScopes((guard, install) => ({
		type: 'command',
		command: `"$CLAUDE_PROJECT_DIR"/${guard} || { [ $? -eq 2 ] || echo 'Countersign: the guard is missing or broken, so no call runs. Run: ${install}' >&2; exit 2; }`,
		timeout: 60,
		onFailure: 'block',
	})),
	readsComments: false,
	afterwards: 'Claude Code reads it when a session starts.',
};

/**
 * Codex and Gemini CLI let a call pass if exit code 2 comes without a message on standard error. So the command line always writes one.
 */
const stops = (agent: DialectName, install: string) =>
	`Countersign stops this call. If no reason is shown above, run: ${install} --for ${agent}`;

/**
 * Codex (developers.openai.com/codex/hooks) has no variable for the project, and its documentation says to ask git. It starts the line
 * with the person's own shell, which may not know `||` and braces. The timeout is in seconds. Its settings are strict JSON (serde_json).
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
	afterwards: 'Codex calls the hook only after you have trusted it: type /hooks in Codex.',
};

/**
 * Gemini CLI (geminicli.com/docs/hooks/reference; hookRunner.ts) replaces `$GEMINI_PROJECT_DIR` with a path in quotes, which would end our
 * own quotes. With braces, the shell replaces the variable instead. The timeout is in milliseconds. Its settings may have comments
 * (settings.ts: strip-json-comments).
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
	afterwards:
		'Gemini CLI calls the hook only if you start it in this folder and it trusts the folder. `/hooks panel` shows the hook.',
};

/** The places by the names of their dialects. */
export const hookPlaces: Readonly<Record<DialectName, HookPlace>> = { claude, codex, gemini };

/** Whether an agent has separate settings for one person in one checkout. */
export function hasPersonalFile({ files }: HookPlace): boolean {
	return files.personal !== files.shared;
}
