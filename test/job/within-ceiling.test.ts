import { expect, test } from 'vitest';
import { type Inputs, readConfigUnder } from '../../src/config/index.ts';
import type { RunSettings } from '../../src/core/index.ts';
import { withinCeiling } from '../../src/job/within-ceiling.ts';

/** Returns the effective values of inputs under an organization's file. */
function bounded(text: string, { mode, maxIterations, approvalTimeoutSeconds }: Partial<Inputs>) {
	const files = [{ path: 'countersign.yml', text }];
	const config = readConfigUnder('', { repository: 'octo-org/.github', sha: 'c'.repeat(40), files });
	const settings: RunSettings = {
		mode: mode ?? config.mode,
		model: 'x:y',
		limits: {
			maxIterations: maxIterations ?? config.maxIterations,
			approvalTimeoutSeconds: approvalTimeoutSeconds ?? config.approvalTimeoutSeconds,
		},
	};
	const given = { mode, maxIterations, approvalTimeoutSeconds } as Inputs;
	const { settings: after, warnings } = withinCeiling(settings, config, given);
	return [after.mode, after.limits.maxIterations, after.limits.approvalTimeoutSeconds, ...warnings];
}

const organization = 'mode: default\nmax_iterations: 5\napproval_timeout_seconds: 600\n';

test('an input that is looser than the organization allows is lowered, with a warning', () => {
	const at = (line: number) => `octo-org/.github:countersign.yml:${line}`;
	const given = { mode: 'edit', maxIterations: 50, approvalTimeoutSeconds: 86_400 } as const;
	expect(bounded(organization, given)).toEqual([
		...['default', 5, 600],
		`The input \`mode: edit\` is looser than ${at(1)} allows, so \`default\` is used.`,
		`The input \`max-iterations: 50\` is looser than ${at(2)} allows, so \`5\` is used.`,
		`The input \`approval-timeout-seconds: 86400\` is looser than ${at(3)} allows, so \`600\` is used.`,
	]);
});

test('a stricter input counts, without a warning', () => {
	expect(bounded(organization, { mode: 'plan', maxIterations: 2, approvalTimeoutSeconds: 60 })).toEqual([
		'plan',
		2,
		60,
	]);
});

test('an input counts unchanged if the organization sets no limit or loosens it', () => {
	const given = { mode: 'edit', maxIterations: 50, approvalTimeoutSeconds: 86_400 } as const;
	const loosen = 'loosen: [mode, max_iterations, approval_timeout_seconds]\n';
	expect(bounded('', given)).toEqual(['edit', 50, 86_400]);
	expect(bounded(loosen + organization, given)).toEqual(['edit', 50, 86_400]);
});
