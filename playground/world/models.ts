import { providerRows } from '../../src/core/index.ts';
import type { ModelView } from '../protocol.ts';

export const scripted: ModelView = {
	name: 'scripted',
	title: 'A script, written beforehand (no account needed)',
	scripted: true,
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The models that a visitor can choose: the script, the one in `MODEL`, those of an Ollama on this machine, and for each provider with a key
 * in the environment the model that our texts name, if they name one.
 */
export async function findModels(env: Environment): Promise<readonly ModelView[]> {
	const named = [env['MODEL'] ?? ''].filter((name) => name !== '');
	const keyed = providerRows
		.filter(({ key, example }) => key !== undefined && env[key.variable] && !example.includes('<'))
		.map(({ example }) => example);
	const names = new Set([...named, ...keyed, ...(await ollamaModels(env))]);
	return [scripted, ...[...names].map((name) => ({ name, title: name, scripted: false }))];
}

/** What a job gets for its model. */
export interface ModelAccess {
	readonly inputs: Readonly<Record<string, string>>;
	readonly env: Readonly<Record<string, string>>;
}

/** The key and the address of a model's provider, and of no other: as inputs of the action where it has them, or as variables. */
export function modelAccess(model: string, env: Environment): ModelAccess {
	const [inputs, variables]: [Record<string, string>, Record<string, string>] = [{ model }, {}];
	const provider = providerRows.find(({ name }) => model.startsWith(`${name}:`));
	for (const setting of [provider?.key, provider?.url]) {
		const value = setting && env[setting.variable];
		if (setting === undefined || value === undefined) continue;
		if (setting.input === undefined) variables[setting.variable] = value;
		else inputs[setting.input] = value;
	}
	return { inputs, env: variables };
}

/** An Ollama that does not answer at once is not there. */
async function ollamaModels(env: Environment): Promise<readonly string[]> {
	const ollama = providerRows.find(({ name }) => name === 'ollama')?.url;
	const address = (ollama && env[ollama.variable]) || ollama?.usual;
	try {
		const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(500) });
		const { models } = (await response.json()) as { models: readonly { readonly name: string }[] };
		return models.slice(0, 5).map(({ name }) => `ollama:${name}`);
	} catch {
		// No Ollama: there is nothing to offer.
		return [];
	}
}
