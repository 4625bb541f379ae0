import { z } from 'zod';
import {
	CountersignError,
	isLoopback,
	modes,
	nearestWord,
	type ProviderAccesses,
	type ProviderInput,
	type ProviderSetting,
} from '../core/index.ts';
import { type FederationName, type Federations, federationNames, readFederations } from './federation.ts';
import { httpUrl } from './http-url.ts';
import { firstAndOthers, modelList } from './model-schema.ts';
import { fromVariables, type Given, providerSettings, readAccess } from './provider-access.ts';

/** `no-changes`: there was no commit since the last run. `own-pull-request`: a pull request of an earlier run is still open. */
export const skipConditions = ['no-changes', 'own-pull-request'] as const;

interface Row {
	readonly schema: z.ZodType;
	/** The value of an empty input. If it is left out, an empty input is absent. */
	readonly otherwise?: string;
	/** The value is masked and redacted, and no tool gets it. */
	readonly secret?: true;
	/** An environment variable that replaces an empty input. */
	readonly variable?: string;
}

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Each input of the action, besides those of providers and of federation. A test compares the table with action.yml. */
const rows = {
	'github-token': {
		schema: z.string().min(1, 'is missing: set `github-token: ${{ github.token }}`'),
		otherwise: '',
		secret: true,
	},
	model: {
		schema: z
			.string()
			.transform((list) => list.split(/[,\n]/).map((id) => id.trim()))
			.pipe(modelList),
	},
	prompt: { schema: z.string(), otherwise: '' },
	skill: { schema: z.string().regex(/^([a-z0-9][a-z0-9-]*)?$/, "must be a skill's name"), otherwise: '' },
	/** The command that the App's bot dispatches. It is read again from GitHub. */
	command: {
		schema: z
			.string()
			.regex(
				/^(?:(?:comment|review)\/[1-9]\d{0,15}|label\/[1-9]\d{0,15}\/[0-9a-f]{16})$/,
				'must be `comment/<id>`, `review/<id>` or `label/<issue>/<words>`, as the bot dispatches it',
			),
	},
	/** The address of the App's bot. */
	bot: { schema: httpUrl.refine(isSafe, 'must begin with https://, unless it is on this machine') },
	/** Who is asked if a run waits that was not started by a comment: a login, or `org/team`. */
	owner: {
		schema: z
			.string()
			.regex(/^@?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\/[\w.-]+)?$/i, 'must be a login, or `org/team`')
			.transform((name) => name.replace(/^@/, '')),
	},
	/** The conditions under which a scheduled run has nothing to do. */
	'skip-if': {
		schema: z
			.string()
			.transform((list) =>
				list
					.split(/[,\n]/)
					.map((name) => name.trim())
					.filter((name) => name !== ''),
			)
			.pipe(z.array(z.enum(skipConditions, 'must be `no-changes`, `own-pull-request` or both'))),
		otherwise: '',
	},
	/** Whether a pull request by a person without write access starts a run. Such a run only reads. */
	'review-strangers': { schema: flag, otherwise: 'false' },
	label: { schema: z.string().min(1), otherwise: 'agent' },
	mode: { schema: z.enum(modes) },
	'max-iterations': { schema: z.coerce.number().int().min(1).max(50) },
	'approval-timeout-seconds': {
		schema: z.coerce.number().int().min(1).max(2_592_000),
		variable: 'COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS',
	},
	audit: { schema: z.enum(['artifact', 'branch']), otherwise: 'artifact' },
	/** Whether the job signs the head of the journal with its identity. */
	attest: { schema: flag, otherwise: 'false' },
	/** Where the state of runs is kept: in git refs, or in a folder. */
	state: {
		schema: z.string().regex(/^(refs|directory:.+)$/, 'must be `refs` or `directory:<path>`'),
		otherwise: 'refs',
	},
	/** The key that encrypts the state of runs. */
	'state-key': {
		schema: z
			.string()
			.min(32, 'must have at least 32 characters: make one with `openssl rand -hex 32` and keep it as a secret'),
		secret: true,
	},
} as const satisfies Readonly<Record<string, Row>>;

type Rows = typeof rows;
type RowName = keyof Rows;
const rowNames = Object.keys(rows) as readonly RowName[];

export type InputName = RowName | ProviderInput | FederationName;

/** All inputs of action.yml. */
export const inputNames: readonly InputName[] = [
	...rowNames,
	...providerSettings.flatMap(({ input }) => input ?? []),
	...federationNames,
];

/** The inputs whose values are secrets, besides the keys of providers. */
const secretRows = rowNames.filter((name) => (rows[name] as Row).secret === true);

type Camel<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
type WithDefault = { [K in RowName]: Rows[K] extends { readonly otherwise: string } ? K : never }[RowName];
type Value<K extends RowName> = z.output<Rows[K]['schema']>;
type Values = { readonly [K in WithDefault as Camel<K>]: Value<K> } & {
	readonly [K in Exclude<RowName, WithDefault> as Camel<K>]?: Value<K>;
};

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
export interface Inputs extends Omit<Values, 'state' | 'model'>, Federations {
	readonly model?: string;
	/** The models that are tried in order if the first does not answer. */
	readonly fallbacks?: readonly string[];
	/** The keys and addresses of the providers. */
	readonly access: ProviderAccesses;
	/** The values of all inputs that are secrets. */
	readonly secrets: readonly string[];
	/** A folder for the state. If undefined, git refs are used. */
	readonly stateDirectory?: string;
}

/** Whether an address is safe. Threat: a listener on the network would get the job's identity, and with it the App's token. */
function isSafe(address: string): boolean {
	if (!URL.canParse(address)) return false;
	return new URL(address).protocol !== 'http:' || isLoopback(address);
}

/** Where the values of inputs come from. */
export interface InputSource {
	/** The value of an input, or an empty text. */
	readonly input: (name: InputName) => string;
	/** The environment. It also tells of inputs that are not declared, because a misspelled one would be ignored silently. */
	readonly env: NodeJS.ProcessEnv;
	/** Where keys and addresses of providers come from. */
	readonly provider: (setting: ProviderSetting) => Given;
}

/** Reads the inputs of a job. `getInput` is the toolkit's function. @throws CountersignError as {@link parseInputs} */
export function readInputs(getInput: (name: InputName) => string, env: NodeJS.ProcessEnv): Inputs {
	const variables = fromVariables(env);
	const provider = (setting: ProviderSetting): Given => {
		const { input } = setting;
		return input === undefined ? variables(setting) : { name: input, value: getInput(input) };
	};
	return parseInputs({ input: getInput, env, provider }, ofAction);
}

/** Reads inputs from any source. @throws CountersignError `bad-input` that names every invalid input and says what it must be. */
export function parseInputs(source: InputSource, words: InputWords): Inputs {
	const { values, faults: wrong } = valuesOf(source);
	const { access, faults: ofProviders, secrets: keys } = readAccess(source.provider);
	const { federations, faults: ofFederation } = readFederations(source.input);
	const faults = [
		...unknownInputs(source.env),
		...wrong,
		...ofProviders,
		...ofFederation,
		...besideCommand(source.input),
	];
	if (faults.length > 0) throw badInput(faults, words);
	const { state, model: models, ...inputs } = values;
	const directory = state.replace(/^(refs$|directory:)/, '');
	const secrets = secretRows.map(source.input).filter((value) => value !== '');
	return {
		...inputs,
		...federations,
		access,
		secrets: [...secrets, ...keys],
		...(models === undefined ? {} : firstAndOthers(models)),
		...(directory === '' ? {} : { stateDirectory: directory }),
	};
}

/** The values by their names in code. They are complete if there is no fault. */
function valuesOf({ input, env }: InputSource): { readonly values: Values; readonly faults: readonly string[] } {
	const faults: string[] = [];
	const values = rowNames.flatMap((name) => {
		const { schema, otherwise, variable = '' }: Row = rows[name];
		const given = input(name);
		const replaced = given === '' ? (env[variable] ?? '') : '';
		const text = given || replaced || otherwise;
		if (text === undefined) return [];
		const parsed = schema.safeParse(text);
		faults.push(
			...(parsed.error?.issues ?? []).map(({ message }) => `\`${replaced === '' ? name : variable}\` ${message}`),
		);
		return [[camel(name), parsed.data] as const];
	});
	return { values: Object.fromEntries(values) as unknown as Values, faults };
}

/** Inputs that are not allowed with a dispatched command, because the command itself says what to do. */
function besideCommand(getInput: (name: InputName) => string): readonly string[] {
	if (getInput('command') === '') return [];
	const others = (['prompt', 'skill'] as const).filter((name) => getInput(name) !== '');
	return others.map((name) => `\`${name}\` must not be set together with \`command\`, which the App's bot sets`);
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

function camel(name: string): string {
	return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
