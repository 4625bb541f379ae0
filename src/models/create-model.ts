import { networkInterfaces } from 'node:os';
import { CountersignError, type Model, type Price } from '../core/index.ts';
import { anthropicModel } from './anthropic.ts';
import { missingKey } from './anthropic-errors.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { cascade, type Member, whenOnline } from './cascade.ts';
import { ollamaBaseUrl, ollamaModel } from './ollama.ts';
import { openAiModel, openAiTrouble } from './openai.ts';
import { type Patience, patience, patientModel } from './patient.ts';
import { priceOf } from './prices.ts';
import type { ProviderOptions } from './provider-options.ts';
import { scriptedModel } from './scripted.ts';

/** How one provider is reached. */
export interface Access extends Pick<ProviderOptions, 'anthropicIdentity' | 'openaiIdentity'> {
	readonly apiKey?: string;
	/** A gateway in the provider's place, or a server of one's own. */
	readonly baseUrl?: string;
}

export interface ModelOptions extends Access {
	/** `anthropic:<model>`, `openai:<model>`, `ollama:<model>` or `scripted:<file>`. */
	readonly id: string;
	/** The text of a scripted model's file. */
	readonly scriptText?: string;
	readonly fetch?: typeof globalThis.fetch;
	/** Attempts after the first, for what passes by itself. */
	readonly maxRetries?: number;
	/** The longest wait that a provider may ask for before such an attempt. */
	readonly maxWaitSeconds?: number;
	/** The longest reply, in tokens. */
	readonly maxTokens?: number;
}

type Named = ModelOptions & { readonly name: string };

const makers: Readonly<Record<string, (options: Named) => Model>> = {
	anthropic: anthropicModel,
	openai: openAiModel,
	ollama: ollamaModel,
	scripted: ({ name, scriptText = '' }) => scriptedModel(name, scriptText),
};

/** The model that an id names (Wolffish, The Agent Pipeline: thalamus). @throws CountersignError `bad-input`, `model-script` */
export function createModel(options: ModelOptions): Model {
	const { provider, name } = partsOf(options.id);
	const make = Object.hasOwn(makers, provider) ? makers[provider] : undefined;
	const fetch = boundedFetch(options.fetch ?? globalThis.fetch);
	if (make !== undefined && name !== '') return make({ ...options, fetch, name });
	throw new CountersignError({
		code: 'bad-input',
		message: `The model \`${options.id}\` names no provider that is known here.`,
		fix: 'Write `anthropic:<model>`, for example `anthropic:claude-sonnet-5-5`, `openai:<model>` or `ollama:<model>`, or `scripted:<file>` for a rehearsal.',
	});
}

function partsOf(id: string): { readonly provider: string; readonly name: string } {
	const colon = id.indexOf(':');
	return { provider: id.slice(0, Math.max(colon, 0)), name: id.slice(colon + 1) };
}

/** Each provider's access, by the first part of a model's id. */
export type Accesses = Readonly<Partial<Record<string, Access>>>;

export interface ModelsOptions {
	/** In the order in which they are asked; with one there is nothing to fall back to. */
	readonly ids: readonly string[];
	readonly accesses: Accesses;
	readonly scriptText?: (file: string) => string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	readonly sleep: (milliseconds: number) => Promise<void>;
}

/** With another to ask, a run does not wait long for one; what a machine of one's own refuses then, it refuses a moment later, too. */
const impatience: Patience = { waits: [1000], longestWaitMs: 5000 };
const nextAtOnce: Patience = { waits: [], longestWaitMs: 0 };

/** The one model that a configuration names, or several as one. @throws CountersignError as {@link createModel} */
export function createModels({ ids, accesses, scriptText, now, sleep }: ModelsOptions): Model {
	const members = ids.map((id): Member => {
		const { provider, name } = partsOf(id);
		const access = accesses[provider] ?? {};
		const script = provider === 'scripted' && scriptText !== undefined ? { scriptText: scriptText(name) } : {};
		// The waits are ours, so that all providers have the same.
		const model = createModel({ id, ...access, ...script, maxRetries: 0 });
		const trouble = troubleOf(provider, access);
		const others = provider === 'ollama' ? nextAtOnce : impatience;
		const patient = patientModel(model, ids.length > 1 ? others : patience, sleep);
		return { model: patient, isLocal: isLocal(provider, access), ...(trouble === undefined ? {} : { trouble }) };
	});
	const [only] = members;
	if (only === undefined || members.length > 1) return cascade(members, { now, isOnline });
	return only.isLocal ? only.model : whenOnline(only.model, isOnline);
}

/** The list prices of those models that have one where they are reached. */
export function pricesFor(ids: readonly string[], accesses: Accesses): readonly Price[] {
	return ids.flatMap((id) => {
		const { provider } = partsOf(id);
		const { baseUrl } = accesses[provider] ?? {};
		const at = baseUrl === undefined || baseUrl === '' ? {} : { baseUrl };
		const isOwn = (provider === 'ollama' || provider === 'scripted') && isLocal(provider, at);
		return priceOf(id, { ...at, isOwn }) ?? [];
	});
}

/** A fallback without a key would be found out on the day that it is needed. */
function troubleOf(provider: string, access: Access): CountersignError | undefined {
	if (provider === 'anthropic' && (access.apiKey ?? '') === '' && access.anthropicIdentity === undefined)
		return missingKey();
	return provider === 'openai' ? openAiTrouble(access) : undefined;
}

function isLocal(provider: string, { baseUrl }: Access): boolean {
	if (provider === 'scripted') return true;
	const url = baseUrl || (provider === 'ollama' ? ollamaBaseUrl : '');
	return url !== '' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
}

function isOnline(): boolean {
	return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}
