import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { configPath } from '../config/index.ts';
import { CountersignError, type Model, type RunSettings } from '../core/index.ts';
import { type Access, type Accesses, createModels, pricesFor } from '../models/index.ts';
import type { JobContext } from './job-context.ts';

/** The inputs with the keys, and the identity of the job. */
type Known = Pick<JobContext, 'facts' | 'ports'>;

/** Returns the model that the run's header names. Keys and addresses come from this job. */
export function modelFor({ model, fallbacks = [] }: RunSettings, known: Known): Model {
	const { ports } = known;
	return createModels({
		ids: [model, ...fallbacks],
		accesses: accessesOf(known),
		scriptText: readScript,
		now: () => ports.clock.now().getTime(),
		sleep: (milliseconds) => ports.clock.sleep(milliseconds),
	});
}

/**
 * Returns the list prices of a run's models, which are frozen with the run.
 * @throws CountersignError `bad-config` if money is limited and a price is not known.
 */
export function pricesOf({ model, fallbacks = [], limits }: RunSettings, known: Known): Pick<RunSettings, 'prices'> {
	const ids = [model, ...fallbacks];
	const prices = pricesFor(ids, accessesOf(known));
	const unknown = ids.filter((id) => !prices.some((price) => price.model === id));
	const [capped] = moneyCaps.filter(({ limit }) => limits[limit] !== undefined);
	if (capped !== undefined && unknown.length > 0) {
		throw new CountersignError({
			code: 'bad-config',
			message: `\`budget.${capped.key}\` caps money, and the price of ${unknown.map((id) => `\`${id}\``).join(', ')} is not known.`,
			fix: `Cap \`budget.${capped.instead}\` in ${configPath} instead, or choose models whose list price is known.`,
		});
	}
	return { prices };
}

const moneyCaps = [
	{ limit: 'centsPerRun', key: 'usd_per_run', instead: 'tokens_per_run' },
	{ limit: 'centsPerDay', key: 'usd_per_day', instead: 'tokens_per_day' },
] as const;

function accessesOf(known: Known): Accesses {
	const { access } = known.facts.inputs;
	return {
		...access,
		anthropic: { ...access.anthropic, ...anthropicIdentity(known) },
		openai: { ...access.openai, ...openaiIdentity(known) },
	};
}

function anthropicIdentity({ facts: { inputs }, ports }: Known): Pick<Access, 'anthropicIdentity'> {
	if (inputs.anthropicFederation === undefined) return {};
	const { audience, ...ids } = inputs.anthropicFederation;
	return { anthropicIdentity: { ...ids, token: () => ports.identityToken(audience) } };
}

function openaiIdentity({ facts: { inputs }, ports }: Known): Pick<Access, 'openaiIdentity'> {
	if (inputs.openaiFederation === undefined) return {};
	const { audience, ...ids } = inputs.openaiFederation;
	return { openaiIdentity: { ...ids, token: () => ports.identityToken(audience) } };
}

function readScript(path: string): string {
	try {
		return readFileSync(resolve(path), 'utf8');
	} catch (cause) {
		throw new CountersignError({
			code: 'model-script',
			message: `The script of the rehearsal, ${path}, cannot be read.`,
			fix: 'Give `model: scripted:<file>` an absolute path, or one from the checkout.',
			cause,
		});
	}
}
