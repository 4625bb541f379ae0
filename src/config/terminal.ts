import { join } from 'node:path';
import type { JobProxy, ToolPlaces } from '../core/index.ts';
import { type InputName, type Inputs, type InputWords, parseInputs } from './inputs.ts';
import { readJobProxy } from './job-proxy.ts';
import { fromVariables } from './provider-access.ts';
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
}

const words: InputWords = {
	message: 'The options of this run are wrong',
	fix: '`countersign run --help` lists every option. Set keys and addresses as environment variables.',
};

/** Reads the folders of a terminal and the secrets in its environment. */
export function readTerminal(env: NodeJS.ProcessEnv, home: string): TerminalEnvironment {
	return {
		stateHome: env['XDG_STATE_HOME'] || join(home, '.local', 'state'),
		tools: readToolPlaces(env, home),
		...readJobProxy(env),
		secrets: ['GITHUB_TOKEN', 'GH_TOKEN', 'NPM_TOKEN'].flatMap((name) => env[name] || []),
	};
}

/** The inputs of a run in a terminal. @throws CountersignError `bad-input` that names every invalid input. */
export function readTerminalInputs(options: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv): Inputs {
	// There is no GitHub, so there is no token, and no code uses this one.
	const input = (name: InputName): string => (name === 'github-token' ? noToken : (options[name] ?? ''));
	const inputs = parseInputs({ input, env: timeoutOf(env), provider: fromVariables(env) }, words);
	return { ...inputs, githubToken: '', secrets: inputs.secrets.filter((secret) => secret !== noToken) };
}

const noToken = 'none';

/** The only variable of the action's inputs that a terminal reads. */
function timeoutOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	const name = 'COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS';
	const value = env[name];
	return value === undefined ? {} : { [name]: value };
}
