import { join } from 'node:path';
import type { JobProxy, ToolPlaces } from '../core/index.ts';
import { type InputName, type Inputs, type InputWords, readInputs } from './inputs.ts';
import { readJobProxy } from './job-proxy.ts';
import { providerVariables } from './model-environment.ts';
import { readToolPlaces } from './tool-places.ts';

/** The settings for a run from the environment of a terminal. */
export interface TerminalEnvironment {
	/** The folder where programs store their state: `XDG_STATE_HOME`, or the usual default. */
	readonly stateHome: string;
	/** The folders of the person's programs. */
	readonly tools: ToolPlaces;
	/** The proxy that is configured on the machine. */
	readonly jobProxy?: JobProxy;
	/** Credentials that must not appear in any output. */
	readonly secrets: readonly string[];
	/** The address for requests to Anthropic, if it is not Anthropic's own. */
	readonly modelBaseUrl?: string;
}

/** The options of a run in a terminal that are also inputs of the action, by the inputs' names. */
export const terminalInputs = ['model', 'mode', 'skill', 'max-iterations', 'approval-timeout-seconds'] as const;

/** The variable of each input that is not an option. */
const variables: Partial<Record<InputName, string>> = {
	'anthropic-api-key': providerVariables.anthropic.key,
	'openai-api-key': providerVariables.openai.key,
	'openai-base-url': providerVariables.openai.url,
	'ollama-base-url': providerVariables.ollama.url,
};

const words: InputWords = {
	message: 'The options of this run are wrong',
	fix: '`countersign run --help` lists every option. Set keys and addresses as environment variables.',
};

/** Reads the folders of a terminal and the secrets in its environment. */
export function readTerminal(env: NodeJS.ProcessEnv, home: string): TerminalEnvironment {
	const modelBaseUrl = env[providerVariables.anthropic.url];
	return {
		stateHome: env['XDG_STATE_HOME'] || join(home, '.local', 'state'),
		tools: readToolPlaces(env, home),
		...readJobProxy(env),
		secrets: ['GITHUB_TOKEN', 'GH_TOKEN', 'NPM_TOKEN'].flatMap((name) => env[name] || []),
		...(modelBaseUrl ? { modelBaseUrl } : {}),
	};
}

/** The inputs of a run in a terminal. @throws CountersignError `bad-input` that names every invalid input. */
export function readTerminalInputs(options: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv): Inputs {
	const read = (name: InputName): string => {
		// There is no GitHub, so no code uses this token.
		if (name === 'github-token') return 'none';
		const variable = variables[name];
		return options[name] ?? (variable === undefined ? '' : (env[variable] ?? ''));
	};
	return { ...readInputs(read, timeoutOf(env), words), githubToken: '' };
}

/** The only variable of the action's inputs that a terminal reads. */
function timeoutOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const name = 'COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS';
	const value = env[name];
	return value === undefined ? {} : { [name]: value };
}
