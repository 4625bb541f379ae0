import { networkInterfaces } from 'node:os';
import {
	CountersignError,
	isLoopback,
	isProvider,
	type Model,
	type Price,
	type ProviderName,
	providerRows,
	providers,
} from '../core/index.ts';
import { anthropicModel } from './anthropic.ts';
import { missingKey } from './anthropic-errors.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { boundedModel } from './bounded-model.ts';
import { cascade, type Member, whenOnline } from './cascade.ts';
import { ollamaModel } from './ollama.ts';
import { openAiModel, openAiTrouble } from './openai.ts';
import { type Patience, patience, patientModel } from './patient.ts';
import { priceOf } from './prices.ts';
import type { ProviderOptions } from './provider-options.ts';
import { scriptedModel } from './scripted.ts';

/** How to reach one provider. */
export interface Access extends Pick<ProviderOptions, 'anthropicIdentity' | 'openaiIdentity'> {
	readonly apiKey?: string;
	/** A gateway that replaces the provider, or your own server. */
	readonly baseUrl?: string;
}

export interface ModelOptions extends Access {
	/** `anthropic:<model>`, `openai:<model>`, `ollama:<model>` or `scripted:<file>`. */
	readonly id: string;
	/** The text of a scripted model's file. */
	readonly scriptText?: string;
	readonly fetch?: typeof globalThis.fetch;
	/** Retries after the first attempt, for temporary failures. */
	readonly maxRetries?: number;
	/** The longest wait before a retry that a provider may ask for. */
	readonly maxWaitSeconds?: number;
	/** The longest reply, in tokens. */
	readonly maxTokens?: number;
}

type Named = ModelOptions & { readonly name: string };

const makers: Readonly<Record<ProviderName | 'scripted', (options: Named) => Model>> = {
	anthropic: anthropicModel,
	openai: openAiModel,
	ollama: ollamaModel,
	scripted: ({ name, scriptText = '' }) => scriptedModel(name, scriptText),
};

/** Creates the model of an id (Wolffish, The Agent Pipeline: thalamus). @throws CountersignError `bad-input`, `model-script` */
export function createModel(options: ModelOptions): Model {
	const { provider, name } = partsOf(options.id);
	const make = isProvider(provider) || provider === 'scripted' ? makers[provider] : undefined;
	const fetch = boundedFetch(options.fetch ?? globalThis.fetch);
	if (make !== undefined && name !== '') return boundedModel(make({ ...options, fetch, name }));
	throw new CountersignError({
		code: 'bad-input',
		message: `The model \`${options.id}\` names no provider that is known here.`,
		fix: `Write ${providerRows.map(({ example }) => `\`${example}\``).join(', ')}, or \`scripted:<file>\` for a rehearsal.`,
	});
}

function partsOf(id: string): { readonly provider: string; readonly name: string } {
	const colon = id.indexOf(':');
	return { provider: id.slice(0, Math.max(colon, 0)), name: id.slice(colon + 1) };
}

/** How to reach each provider, by the first part of a model's id. */
export type Accesses = Readonly<Partial<Record<string, Access>>>;

export interface ModelsOptions {
	/** The models in the order in which they are asked. A single model has no fallback. */
	readonly ids: readonly string[];
	readonly accesses: Accesses;
	readonly scriptText?: (file: string) => string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The patience with a model that has a fallback, and with your own server. Your own server would fail again a moment later. */
const impatience: Patience = { waits: [1000], longestWaitMs: 5000 };
const nextAtOnce: Patience = { waits: [], longestWaitMs: 0 };

/** Creates the model of a configuration, or combines several models into one. @throws CountersignError as {@link createModel} */
export function createModels({ ids, accesses, scriptText, now, sleep }: ModelsOptions): Model {
	const members = ids.map((id): Member => {
		const { provider, name } = partsOf(id);
		const access = accesses[provider] ?? {};
		const script = provider === 'scripted' && scriptText !== undefined ? { scriptText: scriptText(name) } : {};
		// This module does the waiting, so that it is the same for all providers.
		const model = createModel({ id, ...access, ...script, maxRetries: 0 });
		const trouble = troubleOf(provider, access);
		const others = isOwnServer(provider) ? nextAtOnce : impatience;
		const patient = patientModel(model, ids.length > 1 ? others : patience, sleep);
		return { model: patient, isLocal: isLocal(provider, access), ...(trouble === undefined ? {} : { trouble }) };
	});
	const [only] = members;
	if (only === undefined || members.length > 1) return cascade(members, { now, isOnline });
	return only.isLocal ? only.model : whenOnline(only.model, isOnline);
}

/** The list prices of these models. A model is left out if its price is unknown at the address that is used. */
export function pricesFor(ids: readonly string[], accesses: Accesses): readonly Price[] {
	return ids.flatMap((id) => {
		const { provider } = partsOf(id);
		const { baseUrl } = accesses[provider] ?? {};
		const at = baseUrl === undefined || baseUrl === '' ? {} : { baseUrl };
		const isOwn = (isOwnServer(provider) || provider === 'scripted') && isLocal(provider, at);
		return priceOf(id, { ...at, isOwn }) ?? [];
	});
}

/** Why a provider cannot be asked with these settings. */
const troubles: Readonly<Record<ProviderName, (access: Access) => CountersignError | undefined>> = {
	anthropic: ({ apiKey = '', anthropicIdentity }) =>
		apiKey === '' && anthropicIdentity === undefined ? missingKey() : undefined,
	openai: openAiTrouble,
	ollama: () => undefined,
};

/** The configuration error of a fallback, if any. Without this check, a missing key would be found only when the fallback is needed. */
function troubleOf(provider: string, access: Access): CountersignError | undefined {
	return isProvider(provider) ? troubles[provider](access) : undefined;
}

/** Whether the models of a provider usually run on your own machine. */
function isOwnServer(provider: string): boolean {
	return isProvider(provider) && isLoopback(providers[provider].url.usual);
}

function isLocal(provider: string, { baseUrl }: Access): boolean {
	if (provider === 'scripted') return true;
	const url = baseUrl || (isProvider(provider) ? providers[provider].url.usual : '');
	return url !== '' && isLoopback(url);
}

function isOnline(): boolean {
	return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
}
