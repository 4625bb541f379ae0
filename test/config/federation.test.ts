import { expect, test } from 'vitest';
import { readInputs } from '../../src/config/index.ts';
import { errorOf } from '../support/error-of.ts';

type Given = Readonly<Record<string, string>>;

const read = (given: Given) => {
	const all: Given = { 'github-token': 'ghs_x', ...given };
	return readInputs((name) => all[name] ?? '', {});
};
const anthropic = { 'anthropic-federation-rule-id': 'fdrl_1', 'anthropic-organization-id': 'org-1' };
const openai = { 'openai-identity-provider-id': 'idp_1', 'openai-service-account-id': 'sa_1' };

test('a job can use its identity instead of a key', () => {
	expect(read({})).not.toHaveProperty('anthropicFederation');
	expect(read({ ...anthropic, ...openai })).toMatchObject({
		anthropicFederation: { ruleId: 'fdrl_1', organizationId: 'org-1', audience: 'https://api.anthropic.com' },
		openaiFederation: {
			...{ identityProviderId: 'idp_1', serviceAccountId: 'sa_1', audience: 'https://api.openai.com/v1' },
		},
	});
	const more = {
		'anthropic-service-account-id': 'svac_1',
		'anthropic-workspace-id': 'w',
		'anthropic-oidc-audience': 'a',
	};
	expect(read({ ...anthropic, ...more }).anthropicFederation).toMatchObject({
		...{ serviceAccountId: 'svac_1', workspaceId: 'w', audience: 'a' },
	});
});

test.each<[Given, string]>([
	[{ 'anthropic-federation-rule-id': 'fdrl_1' }, '`anthropic-organization-id` is missing'],
	[{ 'anthropic-workspace-id': 'w' }, '`anthropic-federation-rule-id` is missing'],
	[{ 'openai-oidc-audience': 'a' }, '`openai-identity-provider-id` is missing'],
	[{ ...anthropic, 'anthropic-api-key': 'k' }, '`anthropic-api-key` must not be set together with'],
	[{ ...openai, 'openai-api-key': 'k' }, '`openai-api-key` must not be set together with'],
	[{ ...openai, 'openai-base-url': 'https://example.com/v1' }, '`openai-base-url` must not be set together with'],
])('%o is refused', (given, fault) => {
	const { code, message } = errorOf(() => read(given));
	expect(code).toBe('bad-input');
	expect(message).toContain(fault);
});
