import { configPath, type RepositoryConfig } from '../config/index.ts';
import {
	type Mode,
	type Person,
	type PlannedMode,
	plannedAs,
	plannedModes,
	type RunRequest,
	triggerTraits,
} from '../core/index.ts';
import type { Skill } from '../skills/index.ts';

/** The mode in which a run begins, and the warnings for its report. */
export interface BeginningMode {
	readonly mode: Mode;
	readonly warnings: readonly string[];
}

type Asked = Pick<RunRequest, 'actor' | 'trigger' | 'taskBy' | 'foreignWords' | 'code'>;

/**
 * Returns the mode in which a run begins. Mode `auto` asks nobody, so it is only for tasks that a person in `auto_for` (by account number)
 * wrote. For all other tasks, the mode is `contained` instead.
 */
export function modeFor(
	mode: Mode,
	{ autoFor = [] }: Pick<RepositoryConfig, 'autoFor'>,
	request: Asked,
): BeginningMode {
	const why = mode === 'auto' ? notTheirs(request, autoFor) : undefined;
	if (why === undefined) return { mode, warnings: [] };
	const warning = `Mode \`auto\` is only for those whom \`auto_for\` of ${configPath} names, and ${why}: this run is in mode \`contained\`.`;
	return { mode: 'contained', warnings: [warning] };
}

function notTheirs(
	{ actor, trigger, taskBy, foreignWords, code }: Asked,
	autoFor: readonly Person[],
): string | undefined {
	if (trigger === 'schedule') return 'a schedule is nobody';
	if (!autoFor.some(({ id }) => id === actor.id)) return `@${actor.login} (${actor.id}) is not among them`;
	if (!triggerTraits[trigger].isOwnWords) return "an issue's text may be anybody's";
	// Threat: for a review comment, GitHub does not say whether an app wrote it with a person's token.
	if (code !== undefined) return "a comment beside the code may be an app's";
	if (foreignWords === true) return "the words of the task may be anybody's";
	return taskBy === undefined ? undefined : `the task is @${taskBy.login}'s`;
}

/** Whether the requester wrote the task. False for a review comment, because an app could have written it. */
export function isInOwnWords({
	trigger,
	foreignWords,
	code,
}: Pick<Asked, 'trigger' | 'foreignWords' | 'code'>): boolean {
	return triggerTraits[trigger].isOwnWords && foreignWords !== true && code === undefined;
}

/**
 * Returns the mode in which an approved plan is carried out: the strictest of `contained`, the configured mode and the skill's mode.
 * Returns undefined if the run makes no plan: it is not in mode `plan`, or its skill only reads, so that its text is an answer.
 */
export function plannedMode(asked: Mode, configured: Mode, skill: Skill | undefined): PlannedMode | undefined {
	if (asked !== 'plan' || skill?.mode === 'plan') return undefined;
	const wanted = [configured, ...(skill?.mode === undefined ? [] : [skill.mode])].map((mode) => plannedAs[mode]);
	return plannedModes.find((mode) => wanted.includes(mode));
}
