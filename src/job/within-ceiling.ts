import type { Inputs, RepositoryConfig } from '../config/index.ts';
import { type RunSettings, stricterMode } from '../core/index.ts';

/** Settings within the organization's limits, and a warning for each input that was lowered. */
interface Bounded {
	readonly settings: RunSettings;
	readonly warnings: readonly string[];
}

/**
 * Returns the settings of a run, within the organization's limits. These limits also apply to the workflow's inputs, because the repository
 * writes its own workflow.
 */
export function withinCeiling(
	settings: RunSettings,
	{ organization }: Pick<RepositoryConfig, 'organization'>,
	inputs: Inputs,
): Bounded {
	const { mode, maxIterations, approvalTimeoutSeconds } = organization?.ceiling ?? {};
	const { limits } = settings;
	const bounded = {
		mode: mode === undefined ? settings.mode : stricterMode(settings.mode, mode.value),
		maxIterations: Math.min(limits.maxIterations, maxIterations?.value ?? Infinity),
		approvalTimeoutSeconds: Math.min(limits.approvalTimeoutSeconds, approvalTimeoutSeconds?.value ?? Infinity),
	};
	const warnings = [
		tooLoose('mode', { asked: inputs.mode, counts: bounded.mode, place: mode?.place }),
		tooLoose('max-iterations', {
			asked: inputs.maxIterations,
			counts: bounded.maxIterations,
			place: maxIterations?.place,
		}),
		tooLoose('approval-timeout-seconds', {
			asked: inputs.approvalTimeoutSeconds,
			counts: bounded.approvalTimeoutSeconds,
			place: approvalTimeoutSeconds?.place,
		}),
	];
	const { mode: within, ...fewer } = bounded;
	return { settings: { ...settings, mode: within, limits: { ...limits, ...fewer } }, warnings: warnings.flat() };
}

interface Asked {
	readonly asked: string | number | undefined;
	readonly counts: string | number;
	/** The place in the organization's files that sets the limit. */
	readonly place: string | undefined;
}

function tooLoose(input: string, { asked, counts, place }: Asked): readonly string[] {
	if (asked === undefined || place === undefined || asked === counts) return [];
	return [`The input \`${input}: ${asked}\` is looser than ${place} allows, so \`${counts}\` is used.`];
}
