import { join } from 'node:path';
import type { JobProxy, ToolPlaces } from '../core/index.ts';
import { type InputName, type Inputs, type InputWords, readInputs } from './inputs.ts';
import { readJobProxy } from './job-proxy.ts';
import { providerVariables } from './model-environment.ts';
import { readToolPlaces } from './tool-places.ts';

/** What a terminal's environment tells a run. */
export interface TerminalEnvironment {
	/** Where programs keep what they must not lose: `XDG_STATE_HOME`, or its place by convention. */
	readonly stateHome: string;
	/** Where the person's programs are. */
	readonly tools: ToolPlaces;
	/** The proxy that the machine is told of. */
	readonly jobProxy?: JobProxy;
	/** Credentials that must not get into what is written. */
	readonly secrets: readonly string[];
	/** Where the requests to Anthropic go, if not to Anthropic. */
	readonly modelBaseUrl?: string;
}

/** The options of a run in a terminal that the action has as inputs, by the inputs' names. */
export const terminalInputs = ['model', 'mode', 'skill', 'max-iterations', 'approval-timeout-seconds'] as const;

/** What each input that is no option is read from. */
const variables: Partial<Record<InputName, string>> = {
	'anthropic-api-key': providerVariables.anthropic.key,
	'openai-api-key': providerVariables.openai.key,
	'openai-base-url': providerVariables.openai.url,
	'ollama-base-url': providerVariables.ollama.url,
};

const words: InputWords = {
	message: 'The options of this run are wrong',
	fix: '`countersign run --help` lists every option; keys and addresses come from the environment.',
};

/** Reads where a terminal keeps things, and what in its environment is secret. */
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

/** The inputs of a run in a terminal. @throws CountersignError `bad-input` naming every one that is wrong. */
export function readTerminalInputs(options: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv): Inputs {
	const read = (name: InputName): string => {
		// There is no GitHub, and nothing reads it.
		if (name === 'github-token') return 'none';
		const variable = variables[name];
		return options[name] ?? (variable === undefined ? '' : (env[variable] ?? ''));
	};
	return { ...readInputs(read, timeoutOf(env), words), githubToken: '' };
}

/** Of the variables that the action's inputs are looked for in, a terminal has one. */
function timeoutOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const name = 'COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS';
	const value = env[name];
	return value === undefined ? {} : { [name]: value };
}
