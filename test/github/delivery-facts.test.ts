import { describe, expect, it, test } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { type Answer, aGitHub, anApi, lines, no } from './support.ts';

const question = { branch: 'countersign/7', author: 'github-actions[bot]' };
const setting = 'GET /actions/permissions/workflow';
const rules = 'GET /rules/branches/countersign/7';

function aForge(answers: Readonly<Record<string, Answer>>) {
	const asked = aGitHub(({ method, path }) => answers[`${method} ${path}`] ?? no(404));
	return { asked, forge: createForge(anApi()) };
}

describe('what a token can deliver', () => {
	it('is read with two requests; the workflow token never changes a workflow', async () => {
		const { asked, forge } = aForge({
			[setting]: [200, { default_workflow_permissions: 'read', can_approve_pull_request_reviews: false }],
			[rules]: [200, [{ type: 'creation', ruleset_id: 1 }, { type: 'deletion' }, { type: 'creation' }]],
		});
		expect(await forge.deliveryFacts(question)).toEqual({
			workflow_token: true,
			starts_checks: false,
			opens_pulls: false,
			changes_workflows: false,
			branch_rules: ['creation'],
		});
		expect(lines(asked)).toEqual([setting, rules]);
	});

	it('includes starting checks for another token, whose right to change workflows is unknown', async () => {
		const { asked, forge } = aForge({ [rules]: [200, []] });
		expect(await forge.deliveryFacts({ ...question, author: 'an-app[bot]' })).toEqual({
			workflow_token: false,
			starts_checks: true,
			branch_rules: [],
		});
		expect(lines(asked)).toEqual([rules]);
	});

	it.each([true, false])(
		'includes the right of the App to change workflows, as the bot named it: %s',
		async (changesWorkflows) => {
			aGitHub(() => [200, []]);
			const forge = createForge(anApi(), { changesWorkflows });
			const facts = await forge.deliveryFacts({ ...question, author: 'an-app[bot]' });
			expect(facts).toMatchObject({ workflow_token: false, changes_workflows: changesWorkflows });
		},
	);

	it('is unknown if our login is unknown', async () => {
		const { forge } = aForge({});
		expect(await forge.deliveryFacts({ branch: 'countersign/7' })).toEqual({});
	});

	test.each<[string, Answer]>([
		['is refused', no(403, 'Resource not accessible by integration')],
		['is missing', no(404)],
		['has an unknown form', [200, { something: 'else' }]],
		['is unreachable', no(503)],
	])('stays unknown if the setting %s', async (_, answer) => {
		const { forge } = aForge({ [setting]: answer, [rules]: answer });
		expect(await forge.deliveryFacts(question)).toEqual({
			workflow_token: true,
			starts_checks: false,
			changes_workflows: false,
		});
	});
});
