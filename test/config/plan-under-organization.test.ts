import { expect, it } from 'vitest';
import { readConfigUnder } from '../../src/config/index.ts';

it.each<[string, string, string | undefined]>([
	['mode: plan\n', 'mode: default\n', 'default'],
	['mode: default\n', 'mode: plan\n', 'default'],
	['mode: plan\n', 'mode: edit\n', 'edit'],
	['mode: edit\n', 'mode: plan\n', 'edit'],
	['mode: plan\n', 'mode: contained\n', 'contained'],
	['mode: edit\n', 'mode: default\n', 'default'],
	['mode: plan\n', 'loosen: [mode]\nmode: default\n', undefined],
	['', 'mode: plan\n', 'contained'],
	['mode: default\n', '', undefined],
])('an approved plan runs in the mode that both files allow: %j under %j', (text, organization, planned) => {
	const files = [{ path: 'countersign.yml', text: organization }];
	const config = readConfigUnder(text, { repository: 'octo-org/.github', sha: 'c'.repeat(40), files });
	expect(config.organization?.ceiling.planned).toBe(planned);
});
