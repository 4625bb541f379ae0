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
 * Returns the mode in which a run begins. Mode `auto` asks nobody, so it is only for tasks of people in `auto_for`, by the number of
 * their account.
 * For everybody else, and for tasks that the person did not write, the mode is `contained`.
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

/** Whether the person who asked wrote the task of this request. */
export function isInOwnWords({
	trigger,
	foreignWords,
	code,
}: Pick<Asked, 'trigger' | 'foreignWords' | 'code'>): boolean {
	return triggerTraits[trigger].isOwnWords && foreignWords !== true && code === undefined;
}

/**
 * Returns the mode in which an approved plan is carried out. It never exceeds `contained`, the configured mode or the skill's mode.
 * Undefined if the run only reads because of its skill: then its text is an answer, not a plan.
 */
export function plannedMode(asked: Mode, configured: Mode, skill: Skill | undefined): PlannedMode | undefined {
	if (asked !== 'plan' || skill?.mode === 'plan') return undefined;
	const wanted = [configured, ...(skill?.mode === undefined ? [] : [skill.mode])].map((mode) => plannedAs[mode]);
	return plannedModes.find((mode) => wanted.includes(mode));
}
