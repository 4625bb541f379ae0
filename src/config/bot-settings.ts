import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { CountersignError } from '../core/index.ts';

/** The levels of the bot's log, the most detailed first. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The settings of the App's bot from its environment. */
export interface BotSettings {
	readonly appId: number;
	/** The private key (PKCS #8, PEM). It signs App tokens and button presses. */
	readonly privateKey: string;
	readonly webhookSecret: string;
	/** The bot's public address, without a slash at the end. It is the audience of the jobs' identity tokens. */
	readonly url: string;
	readonly host: string;
	/** The port. 0 means any free port. */
	readonly port: number;
	readonly apiUrl: string;
	readonly serverUrl: string;
	/** The issuer that signs the jobs' identity tokens. */
	readonly issuer: string;
	/** The workflow file that the bot dispatches commands to. */
	readonly workflow: string;
	/** The workflow files whose jobs get the App's token: {@link workflow} and those of `WORKFLOWS`. */
	readonly workflows: readonly string[];
	/** The label that starts a run on an issue. */
	readonly label: string;
	/** Where runs take place: in GitHub's jobs, or on the bot's machine. */
	readonly runner: 'actions' | 'local';
	/** The intervals in which the bot looks for failed deliveries and for commands without a run. Milliseconds. */
	readonly recovery: { readonly deliveries: number; readonly commands: number };
	readonly logLevel: LogLevel;
}

const address = z
	.url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
	.refine((text) => !/^https?:\/\/[^/]*@/.test(text), 'must not contain a name and a password')
	.transform((text) => text.replace(/\/+$/, ''));
/** A token must not be sent to an address whose traffic others can read. */
const ownAddress = address
	.refine(isPrivate, 'must begin with https:// (http:// only on this machine)')
	.refine((text) => !/[?#]/.test(text), 'must not contain ? or #');
const workflowFile = z
	.string()
	.regex(/^[\w][\w.-]*\.ya?ml$/, 'must be the name of a workflow file, like countersign.yml');
const number = (most: number, least: number) =>
	z
		.string()
		.regex(/^\d{1,15}$/, 'must be a whole number')
		.transform(Number)
		.refine((value) => value >= least && value <= most, `must be between ${least} and ${most}`);

const schema = z.object({
	APP_ID: z.string('is missing: the number on the page of the App').pipe(number(Number.MAX_SAFE_INTEGER, 1)),
	PRIVATE_KEY: z.string('is missing: the key of the App, or set PRIVATE_KEY_PATH').transform(privateKeyOf),
	WEBHOOK_SECRET: z
		.string('is missing: make one with `openssl rand -hex 32`, and set it also on the page of the App')
		.refine(
			(secret) => secret !== 'development',
			'is the well-known example value: make one with `openssl rand -hex 32`',
		)
		.refine((secret) => secret.length >= 16, 'must have at least 16 characters: make one with `openssl rand -hex 32`'),
	BOT_URL: z.string('is missing: the public address of this bot').pipe(ownAddress),
	HOST: z
		.string()
		.regex(/^[\w.:-]+$/, 'must be an address of this machine')
		.default('127.0.0.1'),
	PORT: number(65_535, 0).default(3000),
	GITHUB_API_URL: address.default('https://api.github.com'),
	GITHUB_SERVER_URL: address.default('https://github.com'),
	GITHUB_OIDC_ISSUER: address.default('https://token.actions.githubusercontent.com'),
	WORKFLOW: workflowFile.default('countersign.yml'),
	WORKFLOWS: z
		.string()
		.transform((list) => list.split(/[,\s]+/).filter((name) => name !== ''))
		.pipe(z.array(workflowFile))
		.default([]),
	LABEL: z.string().default('agent'),
	RUNNER: z.enum(['actions', 'local'], 'must be `actions` or `local`').default('actions'),
	RECOVER_DELIVERIES_SECONDS: number(86_400, 1).default(120),
	RECOVER_COMMANDS_SECONDS: number(86_400, 1).default(1200),
	LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

/**
 * Reads the settings of `countersign bot`. An empty variable is treated as missing.
 * @throws CountersignError `bad-input` that names every invalid variable, but shows none of their values.
 */
export function readBotSettings(env: Readonly<Record<string, string | undefined>>): BotSettings {
	const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
	const parsed = schema.safeParse({ ...given, ...keyFromFile(given) });
	if (!parsed.success)
		throw badSettings(parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`));
	return settingsIn(parsed.data);
}

function settingsIn(data: z.output<typeof schema>): BotSettings {
	const { APP_ID, PRIVATE_KEY, WEBHOOK_SECRET, BOT_URL, HOST, PORT, LABEL, RUNNER, LOG_LEVEL, ...more } = data;
	const { GITHUB_API_URL, GITHUB_SERVER_URL, GITHUB_OIDC_ISSUER, WORKFLOW, WORKFLOWS, ...times } = more;
	const { RECOVER_DELIVERIES_SECONDS, RECOVER_COMMANDS_SECONDS, ...rest } = times;
	// If a variable is missing above, this line does not compile. Otherwise the variable would be accepted without effect.
	rest satisfies Readonly<Record<string, never>>;
	return {
		appId: APP_ID,
		privateKey: PRIVATE_KEY,
		webhookSecret: WEBHOOK_SECRET,
		url: BOT_URL,
		host: HOST,
		port: PORT,
		apiUrl: GITHUB_API_URL,
		serverUrl: GITHUB_SERVER_URL,
		issuer: GITHUB_OIDC_ISSUER,
		workflow: WORKFLOW,
		workflows: [...new Set([WORKFLOW, ...WORKFLOWS])],
		label: LABEL,
		runner: RUNNER,
		recovery: { deliveries: RECOVER_DELIVERIES_SECONDS * 1000, commands: RECOVER_COMMANDS_SECONDS * 1000 },
		logLevel: LOG_LEVEL,
	};
}

/** The variables of the bot, except those of runs on its own machine. */
export const botSettingNames: readonly string[] = [...Object.keys(schema.shape), 'PRIVATE_KEY_PATH'];

function keyFromFile({ PRIVATE_KEY, PRIVATE_KEY_PATH: path }: Readonly<Record<string, string | undefined>>): {
	readonly PRIVATE_KEY?: string;
} {
	if (PRIVATE_KEY !== undefined || path === undefined) return {};
	try {
		return { PRIVATE_KEY: readFileSync(path, 'utf8') };
	} catch (cause) {
		const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
		throw badSettings([`PRIVATE_KEY_PATH names ${path}, which cannot be read (${why})`]);
	}
}

/**
 * Reads the private key. It accepts three forms: PEM, PEM with `\n` for line breaks (as some secret stores keep it), or all of it in
 * base64.
 */
function privateKeyOf(text: string, context: z.RefinementCtx): string {
	const unfolded = text.trim().replaceAll('\\n', '\n');
	const pem = unfolded.startsWith('-----BEGIN ') ? unfolded : Buffer.from(unfolded, 'base64').toString();
	try {
		const key = createPrivateKey(pem);
		if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs8', format: 'pem' }).toString();
	} catch {
		// The error message could quote the key.
	}
	context.addIssue(
		'is not an RSA private key: download one from the page of the App, and set it as PEM or as PEM in base64',
	);
	return z.NEVER;
}

function isPrivate(text: string): boolean {
	const { protocol, hostname } = new URL(text);
	return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function badSettings(faults: readonly string[]): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `The bot's environment is wrong: ${faults.join('; ')}.`,
		fix: 'Correct these variables. `countersign bot --help` lists all variables.',
	});
}
