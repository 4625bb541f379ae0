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
	it('is asked with two requests, and the workflow’s own token never changes a workflow', async () => {
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

	it('of another token starts the checks; its rights on workflows are not known', async () => {
		const { asked, forge } = aForge({ [rules]: [200, []] });
		expect(await forge.deliveryFacts({ ...question, author: 'an-app[bot]' })).toEqual({
			workflow_token: false,
			starts_checks: true,
			branch_rules: [],
		});
		expect(lines(asked)).toEqual([rules]);
	});

	it.each([true, false])('of the App is known from whoever gave it: %s', async (changesWorkflows) => {
		aGitHub(() => [200, []]);
		const forge = createForge(anApi(), { changesWorkflows });
		const facts = await forge.deliveryFacts({ ...question, author: 'an-app[bot]' });
		expect(facts).toMatchObject({ workflow_token: false, changes_workflows: changesWorkflows });
	});

	it('is nothing at all where nobody knows who we are', async () => {
		const { forge } = aForge({});
		expect(await forge.deliveryFacts({ branch: 'countersign/7' })).toEqual({});
	});

	test.each<[string, Answer]>([
		['may not be read', no(403, 'Resource not accessible by integration')],
		['is not there', no(404)],
		['is in a form that is not known', [200, { something: 'else' }]],
		['is out of reach', no(503)],
	])('stays unknown where it %s', async (_, answer) => {
		const { forge } = aForge({ [setting]: answer, [rules]: answer });
		expect(await forge.deliveryFacts(question)).toEqual({
			workflow_token: true,
			starts_checks: false,
			changes_workflows: false,
		});
	});
});
