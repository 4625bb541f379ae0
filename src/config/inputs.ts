import type { z } from 'zod';
import {
	CountersignError,
	nearestWord,
	type ProviderAccesses,
	type ProviderInput,
	type ProviderSetting,
} from '../core/index.ts';
import { type FederationName, type Federations, federationNames, readFederations } from './federation.ts';
import { type Row, rows } from './input-rows.ts';
import { firstAndOthers } from './model-schema.ts';
import { fromVariables, type Given, providerSettings, readAccess } from './provider-access.ts';

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

/** The inputs with secret values, except the keys of providers. */
const secretRows = rowNames.filter((name) => rows[name].secret);

/** The names of the inputs that are also options of a run in a terminal. */
export const terminalInputs = rowNames.filter((name) => rows[name].inTerminal);

/** The inputs by which a step of a workflow is known to be ours. */
export const tellingInputs: ReadonlySet<string> = new Set([
	...inputNames.filter((name) => !Object.hasOwn(rows, name)),
	...rowNames.filter((name) => rows[name].isTelling),
]);

/** The inputs that a run on the bot's machine reads from variables, except those of providers. */
export const botVariables: readonly (readonly [input: InputName, variable: string])[] = rowNames.flatMap((name) => {
	const { botVariable } = rows[name];
	return botVariable === null ? [] : [[name, botVariable] as const];
});

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

/** Where the values of inputs come from. */
export interface InputSource {
	/** The value of an input, or an empty text. */
	readonly input: (name: InputName) => string;
	/** The environment. It also contains undeclared inputs, so that a misspelled input is reported and not ignored. */
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

/** The values by their names in code. They are complete if `faults` is empty. */
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
