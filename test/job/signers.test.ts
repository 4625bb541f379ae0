import { describe, expect, it } from 'vitest';
import { readConfigUnder, readRepositoryConfig } from '../../src/config/index.ts';
import type { Workspace } from '../../src/core/index.ts';
import { loadPolicy } from '../../src/gate/loading.ts';
import { requireSigners } from '../../src/job/signers.ts';

const readable = 'octo-org/security';

/** Returns the warnings of a run that starts with these files, or why it does not start. */
async function start(files: Readonly<Record<string, string>>) {
	const asked: string[] = [];
	const workspace = { readBase: async (path: string) => files[path] } as unknown as Workspace;
	const forge = {
		canReadTeam: async (team: string) => {
			asked.push(team);
			return team === readable;
		},
	};
	const policy = files['own.yml'];
	const policies = policy === undefined ? [] : [loadPolicy(policy, 'own.yml')];
	const config = readRepositoryConfig(files['config']);
	const told = await requireSigners({ config, policies, workspace, forge }).catch((error: unknown) => error);
	return { told, asked };
}

const rule = (approver: string) => `rules:
  - name: a
    effects: [write]
    approvers: ['${approver}', maintain]
    action: require_approval
`;
const owned = (text: string) => ({ config: 'approvals: { codeowners: true }', '.github/CODEOWNERS': text });

describe('a run', () => {
	it.each<[string, Readonly<Record<string, string>>, string]>([
		['configuration', { config: 'approvals: { teams: [octo-org/other] }' }, '`approvals.teams`'],
		['policy', { 'own.yml': rule('@octo-org/other') }, 'own.yml:2'],
		['CODEOWNERS', owned('* @octocat\nsrc/ @octo-org/other'), '.github/CODEOWNERS:2'],
	])('does not start if its %s names an unreadable team', async (_what, files, where) => {
		const { told, asked } = await start(files);
		expect(told).toMatchObject({ code: 'bad-config', fix: expect.stringContaining('members: read') });
		expect(String(told)).toContain(`${where}`);
		expect(String(told)).toContain('@octo-org/other');
		expect(asked).toEqual(['octo-org/other']);
	});

	it('does not start if its organization names an unreadable team or a missing CODEOWNERS', async () => {
		const forge = { canReadTeam: async () => false };
		const workspace = { readBase: async () => undefined } as unknown as Workspace;
		const start = (text: string, organization: string) => {
			const files = [{ path: 'countersign.yml', text: organization }];
			const config = readConfigUnder(text, { repository: 'octo-org/.github', sha: 'c'.repeat(40), files });
			return requireSigners({ config, policies: [], workspace, forge }).catch((error: unknown) => error);
		};
		for (const own of ['', 'approvals: { signatures: 2 }\n', 'approvals: { role: admin }\n'])
			expect(String(await start(own, 'approvals: { teams: [octo-org/other] }\n')), own).toContain(
				'octo-org/.github:countersign.yml:1 names the team @octo-org/other',
			);
		const owners = await start('', 'approvals: { codeowners: true }\n');
		expect(String(owners)).toContain('or of octo-org/.github is on');
	});

	it('checks each team once, and one team of each organization in CODEOWNERS', async () => {
		const files = {
			...owned('a @octo-org/security\nb @octo-org/other\nc @octo-org/third x@example.com\n'),
			config: `approvals: { codeowners: true, teams: [${readable}] }`,
			'own.yml': rule(`@${readable}`),
		};
		expect(await start(files)).toEqual({ told: [], asked: [readable] });
	});

	it('checks no team if CODEOWNERS does not count', async () => {
		expect(await start({ CODEOWNERS: '!x @octo-org/other' })).toEqual({ told: [], asked: [] });
	});

	it.each<[string, Readonly<Record<string, string>>, string]>([
		['the file is missing', { config: 'approvals: { codeowners: true }' }, 'no CODEOWNERS file'],
		['a line is invalid', owned('\n!src @octocat'), '.github/CODEOWNERS:2'],
	])('does not start with CODEOWNERS if %s', async (_what, files, said) => {
		const { told } = await start(files);
		expect(told).toMatchObject({ code: 'bad-config', message: expect.stringContaining(said) });
	});

	it('reads the first CODEOWNERS, and warns about paths for which nobody can sign', async () => {
		const { told } = await start({ ...owned('a x@example.com'), CODEOWNERS: '!' });
		expect(told).toEqual([expect.stringContaining('.github/CODEOWNERS:1: `a`')]);
	});
});
