import { configPath, type RepositoryConfig } from '../config/index.ts';
import type { Mode, PlannedMode, RunRequest } from '../core/index.ts';
import type { Skill } from '../skills/index.ts';

/** The mode that a run begins in, and what its report warns of. */
export interface BeginningMode {
	readonly mode: Mode;
	readonly warnings: readonly string[];
}

/**
 * Mode `auto` asks nobody, so it is only for those whom `auto_for` names, by the number of their account. For everybody else, and for what
 * nobody asked for, it is `edit`.
 */
export function modeFor(
	mode: Mode,
	{ autoFor = [] }: Pick<RepositoryConfig, 'autoFor'>,
	{ actor, trigger }: Pick<RunRequest, 'actor' | 'trigger'>,
): BeginningMode {
	const isNamed = trigger !== 'schedule' && autoFor.some(({ id }) => id === actor.id);
	if (mode !== 'auto' || isNamed) return { mode, warnings: [] };
	const who = trigger === 'schedule' ? 'a schedule is nobody' : `@${actor.login} (${actor.id}) is not among them`;
	const warning = `Mode \`auto\` is only for those whom \`auto_for\` of ${configPath} names, and ${who}: this run is in mode \`edit\`.`;
	return { mode: 'edit', warnings: [warning] };
}

/**
 * The mode that a signed plan is carried out in: never beyond `edit`, nor beyond what is configured or what the skill leaves. Undefined where
 * the run only reads because its skill does: what it says is an answer, and no plan.
 */
export function plannedMode(asked: Mode, configured: Mode, skill: Skill | undefined): PlannedMode | undefined {
	if (asked !== 'plan' || skill?.mode === 'plan') return undefined;
	return configured === 'default' || skill?.mode === 'default' ? 'default' : 'edit';
}
