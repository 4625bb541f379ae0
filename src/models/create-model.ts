import { CountersignError, type Model } from '../core/index.ts';
import { anthropicModel } from './anthropic.ts';
import { scriptedModel } from './scripted.ts';

export interface ModelOptions {
	/** `anthropic:<model>` or `scripted:<file>`. */
	readonly id: string;
	readonly apiKey?: string;
	/** A gateway in the provider's place. */
	readonly baseUrl?: string;
	/** The text of a scripted model's file. */
	readonly scriptText?: string;
	readonly fetch?: typeof globalThis.fetch;
	/** Attempts after the first, for what passes by itself. */
	readonly maxRetries?: number;
	/** The longest reply, in tokens. */
	readonly maxTokens?: number;
}

/** The model that an id names (Wolffish, The Agent Pipeline: thalamus). @throws CountersignError `bad-input`, `model-script` */
export function createModel(options: ModelOptions): Model {
	const colon = options.id.indexOf(':');
	const provider = options.id.slice(0, Math.max(colon, 0));
	const name = options.id.slice(colon + 1);
	if (name !== '' && provider === 'anthropic') return anthropicModel({ ...options, name });
	if (name !== '' && provider === 'scripted') return scriptedModel(name, options.scriptText ?? '');
	throw new CountersignError({
		code: 'bad-input',
		message: `The model \`${options.id}\` names no provider that is known here.`,
		fix: 'Write `anthropic:<model>`, for example `anthropic:claude-sonnet-5-5`, or `scripted:<file>` for a rehearsal.',
	});
}
