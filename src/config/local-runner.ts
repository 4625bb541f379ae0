import { z } from 'zod';
import { CountersignError } from '../core/index.ts';
import { providerVariables } from './model-environment.ts';

/** What runs beside the bot are started with. */
export interface LocalRunner {
	/** The step's `with:` block. */
	readonly inputs: Readonly<Record<string, string>>;
	/** What each process sees of the bot's environment: nothing of the App's. */
	readonly env: Readonly<Record<string, string>>;
	readonly atOnce: number;
}

/** What each input is read from. */
const variables = {
	'anthropic-api-key': providerVariables.anthropic.key,
	'openai-api-key': providerVariables.openai.key,
	'openai-base-url': providerVariables.openai.url,
	'ollama-base-url': providerVariables.ollama.url,
	model: 'MODEL',
	'state-key': 'STATE_KEY',
	audit: 'AUDIT',
} as const;

const passed = ['PATH', 'LANG', 'TZ', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS', providerVariables.anthropic.url];

const atOnce = z
	.string()
	.regex(/^[1-9]\d?$/)
	.transform(Number)
	.default(2);

/** Reads what `RUNNER=local` needs. @throws CountersignError `bad-input` */
export function readLocalRunner(env: NodeJS.ProcessEnv): LocalRunner {
	const given = (name: string): readonly (readonly [string, string])[] => {
		const value = env[name];
		return value === undefined || value === '' ? [] : [[name, value]];
	};
	const count = atOnce.safeParse(env['RUNS_AT_ONCE'] || undefined);
	if (!count.success) throw badCount();
	return {
		inputs: Object.fromEntries(
			Object.entries(variables).flatMap(([input, name]) => given(name).map(([, value]) => [input, value])),
		),
		env: Object.fromEntries(passed.flatMap(given)),
		atOnce: count.data,
	};
}

function badCount(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: "The bot's environment is wrong: RUNS_AT_ONCE must be between 1 and 99.",
		fix: 'Set these variables; `countersign bot --help` lists all of them.',
	});
}
