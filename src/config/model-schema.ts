import { z } from 'zod';

export const modelId = z
	.string()
	.regex(/^[a-z-]+:\S.*$/, 'must be provider:name, for example `anthropic:claude-sonnet-5-5`');

/** The model, and the models that are tried in order if it does not answer. */
export const modelList = z
	.array(modelId)
	.min(1, 'names no model')
	.max(5, 'names more than five models')
	.refine((ids) => new Set(ids).size === ids.length, 'names a model twice');

/** The first model, and the others if there are any. */
export function firstAndOthers([model = '', ...fallbacks]: readonly string[]): {
	readonly model: string;
	readonly fallbacks?: readonly string[];
} {
	return { model, ...(fallbacks.length === 0 ? {} : { fallbacks }) };
}
