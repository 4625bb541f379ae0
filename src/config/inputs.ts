import { z } from 'zod';
import { CountersignError, type Mode, modes, nearestWord } from '../core/index.ts';
import { type Federations, federationNames, readFederations } from './federation.ts';
import { firstAndOthers, modelList } from './model-schema.ts';

/** All inputs of action.yml. A test compares the two lists. */
export const inputNames = [
	'github-token',
	'anthropic-api-key',
	'openai-api-key',
	'openai-base-url',
	'ollama-base-url',
	'model',
	'prompt',
	'skill',
	'command',
	'bot',
	'owner',
	'skip-if',
	'review-strangers',
	'label',
	'mode',
	'max-iterations',
	'approval-timeout-seconds',
	'audit',
	'attest',
	'state',
	'state-key',
	...federationNames,
] as const;

const timeoutVariable = 'COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS';

export type InputName = (typeof inputNames)[number];

/** The words for errors about inputs. */
export interface InputWords {
	readonly message: string;
	readonly fix: string;
}

const ofAction: InputWords = {
	message: 'The inputs of the action are wrong',
	fix: "Correct the step's `with:` block; action.yml lists every input.",
};

/** The typed inputs of the action. If an input is missing, the repository's configuration is used, and then the default. */
export interface Inputs extends Federations {
	readonly githubToken: string;
	readonly anthropicApiKey?: string;
	readonly openaiApiKey?: string;
	readonly openaiBaseUrl?: string;
	readonly ollamaBaseUrl?: string;
	readonly model?: string;
	/** The models that are tried in order if the first does not answer. */
	readonly fallbacks?: readonly string[];
	readonly prompt: string;
	readonly skill: string;
	/** The command that the App's bot dispatches. It is read again from GitHub. */
	readonly command?: string;
	/** The address of the App's bot. */
	readonly bot?: string;
	/** Who is asked if a run waits that was not started by a comment: a login, or `org/team`. */
	readonly owner?: string;
	/** The conditions under which a scheduled run has nothing to do. */
	readonly skipIf: readonly SkipCondition[];
	/** Whether a pull request by a person without write access starts a run. Such a run only reads. */
	readonly reviewStrangers: boolean;
	readonly label: string;
	readonly mode?: Mode;
	readonly maxIterations?: number;
	readonly approvalTimeoutSeconds?: number;
	readonly audit: 'artifact' | 'branch';
	/** Whether the job signs the head of the journal with its identity. */
	readonly attest: boolean;
	/** A folder for the state. If undefined, git refs are used. */
	readonly stateDirectory?: string;
	/** The key that encrypts the state of runs. */
	readonly stateKey?: string;
}

/** `no-changes`: there was no commit since the last run. `own-pull-request`: a pull request of an earlier run is still open. */
export const skipConditions = ['no-changes', 'own-pull-request'] as const;
export type SkipCondition = (typeof skipConditions)[number];

const limits = {
	maxIterations: z.coerce.number().int().min(1).max(50),
	approvalTimeoutSeconds: z.coerce.number().int().min(1).max(2_592_000),
};

const url = z
	.url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
	.refine((text) => !/^https?:\/\/[^/]*@/.test(text), 'must not contain a name and a password: there is a separate input for a key');

/** Whether an address is safe. Threat: a listener on the network would get the job's identity, and with it the App's token. */
function isSafe(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname } = new URL(address);
	return protocol !== 'http:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

const schema = z.object({
	githubToken: z.string().min(1, 'is missing: set `github-token: ${{ github.token }}`'),
	anthropicApiKey: z.string().min(1).exactOptional(),
	openaiApiKey: z.string().min(1).exactOptional(),
	openaiBaseUrl: url.exactOptional(),
	ollamaBaseUrl: url.exactOptional(),
	model: z
		.string()
		.transform((list) => list.split(/[,\n]/).map((id) => id.trim()))
		.pipe(modelList)
		.exactOptional(),
	prompt: z.string(),
	skill: z.string().regex(/^([a-z0-9][a-z0-9-]*)?$/, "must be a skill's name"),
	command: z
		.string()
		.regex(
			/^(?:(?:comment|review)\/[1-9]\d{0,15}|label\/[1-9]\d{0,15}\/[0-9a-f]{16})$/,
			'must be `comment/<id>`, `review/<id>` or `label/<issue>/<words>`, as the bot dispatches it',
		)
		.exactOptional(),
	bot: url.refine(isSafe, 'must begin with https://, unless it is on this machine').exactOptional(),
	owner: z
		.string()
		.regex(/^@?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\/[\w.-]+)?$/i, 'must be a login, or `org/team`')
		.transform((name) => name.replace(/^@/, ''))
		.exactOptional(),
	skipIf: z
		.string()
		.transform((list) =>
			list
				.split(/[,\n]/)
				.map((name) => name.trim())
				.filter((name) => name !== ''),
		)
		.pipe(z.array(z.enum(skipConditions, 'must be `no-changes`, `own-pull-request` or both'))),
	reviewStrangers: z.enum(['true', 'false']).transform((text) => text === 'true'),
	label: z.string().min(1),
	mode: z.enum(modes).exactOptional(),
	maxIterations: limits.maxIterations.exactOptional(),
	approvalTimeoutSeconds: limits.approvalTimeoutSeconds.exactOptional(),
	audit: z.enum(['artifact', 'branch']),
	attest: z.enum(['true', 'false']).transform((text) => text === 'true'),
	state: z
		.string()
		.regex(/^(refs|directory:.+)$/, 'must be `refs` or `directory:<path>`')
		.exactOptional(),
	stateKey: z
		.string()
		.min(32, 'must have at least 32 characters: make one with `openssl rand -hex 32` and keep it as a secret')
		.exactOptional(),
});

/**
 * Reads the inputs. `getInput` is the toolkit's function. `env` is read only for undeclared inputs (a misspelled one would be ignored
 * silently) and for `COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS`.
 * @throws CountersignError `bad-input` that names every invalid input and says what it must be.
 */
export function readInputs(
	getInput: (name: InputName) => string,
	env: NodeJS.ProcessEnv,
	words: InputWords = ofAction,
): Inputs {
	const timeout = getInput('approval-timeout-seconds');
	const parsed = schema.safeParse({
		githubToken: getInput('github-token'),
		prompt: getInput('prompt'),
		skill: getInput('skill'),
		skipIf: getInput('skip-if'),
		reviewStrangers: getInput('review-strangers') || 'false',
		...present('command', getInput('command')),
		...present('bot', getInput('bot')),
		...present('owner', getInput('owner')),
		label: getInput('label') || 'agent',
		audit: getInput('audit') || 'artifact',
		attest: getInput('attest') || 'false',
		...present('anthropicApiKey', getInput('anthropic-api-key')),
		...present('openaiApiKey', getInput('openai-api-key')),
		...present('openaiBaseUrl', getInput('openai-base-url')),
		...present('ollamaBaseUrl', getInput('ollama-base-url')),
		...present('model', getInput('model')),
		...present('mode', getInput('mode')),
		...present('maxIterations', getInput('max-iterations')),
		...present('approvalTimeoutSeconds', timeout || (env[timeoutVariable] ?? '')),
		...present('state', getInput('state')),
		...present('stateKey', getInput('state-key')),
	});
	const nameOf = (key: string): string =>
		key === 'approvalTimeoutSeconds' && timeout === '' ? timeoutVariable : kebab(key);
	const wrong = parsed.error?.issues.map((issue) => `\`${nameOf(String(issue.path[0]))}\` ${issue.message}`) ?? [];
	const { federations, faults: ofFederation } = readFederations(getInput);
	const faults = [...unknownInputs(env), ...wrong, ...ofFederation, ...besideCommand(getInput)];
	if (!parsed.success || faults.length > 0) throw badInput(faults, words);
	const { state, model: models, ...inputs } = parsed.data;
	return {
		...inputs,
		...federations,
		...(models === undefined ? {} : firstAndOthers(models)),
		...present('stateDirectory', state?.replace(/^(refs$|directory:)/, '') ?? ''),
	};
}

/** Inputs that are not allowed with a dispatched command, because the command itself says what to do. */
function besideCommand(getInput: (name: InputName) => string): readonly string[] {
	if (getInput('command') === '') return [];
	const others = (['prompt', 'skill'] as const).filter((name) => getInput(name) !== '');
	return others.map((name) => `\`${name}\` must not be set together with \`command\`, which the App's bot sets`);
}

/** An object with the value, or without the key if the value is empty. For the runner, a repeated or empty input means "absent". */
function present<K extends string>(key: K, value: string): { readonly [P in K]?: string } {
	return value === '' ? {} : ({ [key]: value } as { readonly [P in K]: string });
}

function unknownInputs(env: NodeJS.ProcessEnv): readonly string[] {
	const known = new Set<string>(inputNames.map((name) => `INPUT_${name.toUpperCase()}`));
	const unknown = Object.keys(env).filter((name) => name.startsWith('INPUT_') && !known.has(name));
	return unknown.map((variable) => {
		const name = variable.slice('INPUT_'.length).toLowerCase();
		const near = nearestWord(name, inputNames);
		return `\`${name}\` is not an input of this action${near === undefined ? '' : ` (did you mean \`${near}\`?)`}`;
	});
}

function badInput(faults: readonly string[], { message, fix }: InputWords): CountersignError {
	return new CountersignError({ code: 'bad-input', message: `${message}: ${faults.join('; ')}.`, fix });
}

function kebab(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
