import { expect, it } from 'vitest';
import { readConfigUnder } from '../../src/config/index.ts';
import { errorOf } from '../support/error-of.ts';

it('a person who is named twice counts once', () => {
	const files = [{ path: 'countersign.yml', text: 'approvals: { signatures: 2 }\n' }];
	const organization = { repository: 'octo-org/.github', sha: 'c'.repeat(40), files };
	const { code, message } = errorOf(() => readConfigUnder('approvals: { people: [1, 1] }\n', organization));
	expect([code, message]).toEqual(['bad-config', expect.stringContaining('names only 1 people')]);
});
