import { providerRows } from '../../src/core/index.ts';
import type { ModelView } from '../protocol.ts';

export const scripted: ModelView = {
	name: 'scripted',
	title: 'A script, written beforehand (no account needed)',
	scripted: true,
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the models that a visitor can choose: the script, the one in `MODEL`, and those of an Ollama on this machine. A provider with a
 * key in the environment adds the model that our texts name as its example, if there is one.
 */
export async function findModels(env: Environment): Promise<readonly ModelView[]> {
	const named = [env['MODEL'] ?? ''].filter((name) => name !== '');
	const keyed = providerRows
		.filter(({ key, example }) => key !== undefined && env[key.variable] && !example.includes('<'))
		.map(({ example }) => example);
	const names = new Set([...named, ...keyed, ...(await ollamaModels(env))]);
	return [scripted, ...[...names].map((name) => ({ name, title: name, scripted: false }))];
}

/** The inputs and variables of a job for its model. */
export interface ModelAccess {
	readonly inputs: Readonly<Record<string, string>>;
	readonly env: Readonly<Record<string, string>>;
}

/** Returns the key and the address of only this model's provider, as inputs of the action if these exist, or as variables. */
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

/** Returns the models of an Ollama. If it does not answer at once, it is treated as missing. */
async function ollamaModels(env: Environment): Promise<readonly string[]> {
	const ollama = providerRows.find(({ name }) => name === 'ollama')?.url;
	const address = (ollama && env[ollama.variable]) || ollama?.usual;
	try {
		const response = await fetch(`${address}/api/tags`, { signal: AbortSignal.timeout(500) });
		const { models } = (await response.json()) as { models: readonly { readonly name: string }[] };
		return models.slice(0, 5).map(({ name }) => `ollama:${name}`);
	} catch {
		// There is no Ollama.
		return [];
	}
}
