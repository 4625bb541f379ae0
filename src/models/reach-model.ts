import { isProvider, type ProviderAccess, type ProviderName, providers, rootCause } from '../core/index.ts';

/** Whether a model can be asked from here. */
export type Reach =
	| { readonly ok: true; readonly text: string }
	| { readonly ok: false; readonly why: string; readonly fix: string };

interface Asking {
	readonly access: ProviderAccess;
	readonly fetch?: typeof globalThis.fetch;
	readonly milliseconds: number;
}

interface Question {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	/** The setting that is missing, if any. */
	readonly lacks?: string;
	/** What the answer says about the model. */
	readonly read: (answer: unknown) => string | undefined;
}

/** The model lists of the providers. Reading them costs nothing, and shows whether address and key are right. */
const questions: Readonly<Record<ProviderName, (name: string, access: ProviderAccess) => Question>> = {
	anthropic: (name, { apiKey = '', baseUrl }) => ({
		url: `${trimmed(baseUrl || providers.anthropic.url.usual)}/v1/models/${encodeURIComponent(name)}`,
		headers: { 'x-api-key': apiKey, 'anthropic-version': '2026-10-21' },
		...(apiKey === '' ? { lacks: providers.anthropic.key.variable } : {}),
		read: () => undefined,
	}),
	openai: (_, { apiKey = '', baseUrl }) => ({
		url: listingOf(baseUrl || providers.openai.url.usual),
		headers: apiKey === '' ? {} : { authorization: `Bearer ${apiKey}`, 'api-key': apiKey },
		...(apiKey === '' && !baseUrl ? { lacks: providers.openai.key.variable } : {}),
		read: () => undefined,
	}),
	ollama: (name, { baseUrl }) => ({
		url: `${trimmed(baseUrl || providers.ollama.url.usual)}/api/tags`,
		headers: {},
		read: (answer) =>
			ollamaNames(answer).some((one) => one === name || one === `${name}:latest`) ? undefined : `ollama pull ${name}`,
	}),
};

/** Asks a provider for its list of models, once and with a time limit. It sends nothing that costs money. */
export async function reachModel(
	id: string,
	{ access, fetch = globalThis.fetch, milliseconds }: Asking,
): Promise<Reach> {
	const colon = id.indexOf(':');
	const provider = id.slice(0, Math.max(colon, 0));
	if (provider === 'scripted') return { ok: true, text: 'a rehearsal, so no provider is asked' };
	if (!isProvider(provider))
		return { ok: false, why: 'no provider of this name is known', fix: 'Correct `model` in .github/countersign.yml.' };
	const question = questions[provider](id.slice(colon + 1), access);
	if (question.lacks !== undefined)
		return { ok: false, why: `${question.lacks} is not set`, fix: `Set ${question.lacks}.` };
	return answered(question, { fetch, milliseconds });
}

async function answered(
	{ url, headers, read }: Question,
	{ fetch, milliseconds }: Required<Omit<Asking, 'access'>>,
): Promise<Reach> {
	const { host } = new URL(url);
	try {
		// A redirect is an error, because the key must go only to this server.
		const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(milliseconds) });
		if (!response.ok) return refusal(response.status, host);
		const fix = read(await response.json());
		return fix === undefined
			? { ok: true, text: `${host} answers` }
			: { ok: false, why: `${host} does not have this model`, fix };
	} catch (error) {
		const why =
			error instanceof Error && error.name === 'TimeoutError'
				? `no answer within ${milliseconds / 1000} s`
				: rootCause(error);
		return {
			ok: false,
			why: `${host} cannot be reached: ${why}`,
			fix: 'Look at the address, the network, and the proxy.',
		};
	}
}

function refusal(status: number, host: string): Reach {
	if (status === 401 || status === 403)
		return { ok: false, why: `${host} refuses the key (${status})`, fix: 'Set a key that is valid there.' };
	if (status === 404)
		return {
			ok: false,
			why: `${host} does not have this model (404)`,
			fix: 'Correct `model` in .github/countersign.yml, or the base URL.',
		};
	return { ok: false, why: `${host} answers ${status}`, fix: 'Try again later.' };
}

function trimmed(url: string): string {
	return url.replace(/\/+$/, '');
}

/** The address of the list. The base URL may have a query, as Azure's has. */
function listingOf(baseUrl: string): string {
	const url = new URL(baseUrl);
	url.pathname = `${trimmed(url.pathname)}/models`;
	return url.href;
}

function ollamaNames(answer: unknown): readonly unknown[] {
	const models: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'models') : undefined;
	return Array.isArray(models) ? models.map((model) => Reflect.get(Object(model), 'name')) : [];
}
