import { z } from 'zod';
import { CountersignError } from '../core/index.ts';
import { botVariables, type InputName } from './inputs.ts';
import { providerSettings } from './provider-access.ts';

/** The settings with which runs start on the bot's machine. */
export interface LocalRunner {
	/** The inputs, like a step's `with:` block. */
	readonly inputs: Readonly<Record<string, string>>;
	/** The part of the bot's environment that each process sees. It contains nothing of the App. */
	readonly env: Readonly<Record<string, string>>;
	readonly atOnce: number;
}

/** The variable from which each input is read. */
const variables: ReadonlyMap<InputName, string> = new Map([
	...providerSettings.flatMap(({ input, variable }) => (input === undefined ? [] : [[input, variable] as const])),
	...botVariables,
]);

/** What a run reads from its own environment, because there is no input for it. */
const passed = [
	...['PATH', 'LANG', 'TZ', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'],
	...providerSettings.flatMap(({ input, variable }) => (input === undefined ? [variable] : [])),
];

const atOnce = z
	.string()
	.regex(/^[1-9]\d?$/)
	.transform(Number)
	.default(2);

/** The variables of runs on the bot's own machine. */
export const localRunnerNames: readonly string[] = [
	...variables.values(),
	...providerSettings.map(({ variable }) => variable),
	'RUNS_AT_ONCE',
];

/** Reads the settings for `RUNNER=local`. @throws CountersignError `bad-input` */
export function readLocalRunner(env: NodeJS.ProcessEnv): LocalRunner {
	const given = (name: string): readonly (readonly [string, string])[] => {
		const value = env[name];
		return value === undefined || value === '' ? [] : [[name, value]];
	};
	const count = atOnce.safeParse(env['RUNS_AT_ONCE'] || undefined);
	if (!count.success) throw badCount();
	return {
		inputs: Object.fromEntries(
			[...variables].flatMap(([input, name]) => given(name).map(([, value]) => [input, value])),
		),
		env: Object.fromEntries(passed.flatMap(given)),
		atOnce: count.data,
	};
}

function badCount(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: "The bot's environment is wrong: RUNS_AT_ONCE must be between 1 and 99.",
		fix: 'Correct this variable. `countersign bot --help` lists all variables.',
	});
}
