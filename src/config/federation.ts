import { providers } from '../core/index.ts';

/** Inputs by which a job proves its identity to a provider, instead of a stored key. */
export const federationNames = [
	'anthropic-federation-rule-id',
	'anthropic-organization-id',
	'anthropic-service-account-id',
	'anthropic-workspace-id',
	'anthropic-oidc-audience',
	'openai-identity-provider-id',
	'openai-service-account-id',
	'openai-oidc-audience',
] as const;

export type FederationName = (typeof federationNames)[number];
type Given = Readonly<Record<FederationName, string>>;

export interface AnthropicFederation {
	readonly ruleId: string;
	readonly organizationId: string;
	readonly serviceAccountId?: string;
	readonly workspaceId?: string;
	/** The audience of the job's identity token. */
	readonly audience: string;
}

export interface OpenAiFederation {
	readonly identityProviderId: string;
	readonly serviceAccountId: string;
	readonly audience: string;
}

export interface Federations {
	readonly anthropicFederation?: AnthropicFederation;
	readonly openaiFederation?: OpenAiFederation;
}

/** Inputs that belong together, and inputs that must not be set at the same time, by name. */
const rules = [
	{
		needed: ['anthropic-federation-rule-id', 'anthropic-organization-id'],
		optional: ['anthropic-service-account-id', 'anthropic-workspace-id', 'anthropic-oidc-audience'],
		beside: ['anthropic-api-key'],
	},
	{
		needed: ['openai-identity-provider-id', 'openai-service-account-id'],
		optional: ['openai-oidc-audience'],
		beside: ['openai-api-key', 'openai-base-url'],
	},
] as const;

/** Reads the inputs of federation. Every error begins with the input's name. */
export function readFederations(
	getInput: (name: FederationName | (typeof rules)[number]['beside'][number]) => string,
): {
	readonly federations: Federations;
	readonly faults: readonly string[];
} {
	const given = Object.fromEntries(federationNames.map((name) => [name, getInput(name).trim()])) as Given;
	const faults = rules.flatMap(({ needed, optional, beside }) => {
		const isAsked = [...needed, ...optional].some((name) => given[name] !== '');
		if (!isAsked) return [];
		const missing = needed.filter((name) => given[name] === '');
		const extra = beside.filter((name) => getInput(name) !== '');
		return [
			...missing.map(
				(name) => `\`${name}\` is missing: workload identity federation needs it in addition to the other inputs`,
			),
			...extra.map((name) => `\`${name}\` must not be set together with \`${needed[0]}\`: use only one of them`),
		];
	});
	return { federations: { ...anthropicOf(given), ...openAiOf(given) }, faults };
}

function anthropicOf(given: Given): Federations {
	const ruleId = given['anthropic-federation-rule-id'];
	if (ruleId === '') return {};
	const serviceAccountId = given['anthropic-service-account-id'];
	const workspaceId = given['anthropic-workspace-id'];
	return {
		anthropicFederation: {
			ruleId,
			organizationId: given['anthropic-organization-id'],
			audience: given['anthropic-oidc-audience'] || providers.anthropic.url.usual,
			...(serviceAccountId === '' ? {} : { serviceAccountId }),
			...(workspaceId === '' ? {} : { workspaceId }),
		},
	};
}

function openAiOf(given: Given): Federations {
	const identityProviderId = given['openai-identity-provider-id'];
	if (identityProviderId === '') return {};
	return {
		openaiFederation: {
			identityProviderId,
			serviceAccountId: given['openai-service-account-id'],
			audience: given['openai-oidc-audience'] || providers.openai.url.usual,
		},
	};
}
