import { z } from 'zod';
import { type AppAnswer, appAnswerSchema, CountersignError, rootCause } from '../../core/index.ts';

type Fetch = typeof globalThis.fetch;

/** What the job needs to prove its identity to the App's bot. */
export interface BotDoor {
	/** The bot's address. */
	readonly bot: string;
	/** Returns a token, signed by GitHub, that says which job this is. */
	readonly identity: (audience: string) => Promise<string>;
	readonly sleep: (milliseconds: number) => Promise<void>;
	readonly fetch?: Fetch;
}

/** The wait before each further try. Milliseconds. */
const delays = [1000, 2000, 4000];
const longest = 30_000;
/** The largest answer that is read. It has room for all files of an organization. Bytes. */
const largest = 8 * 1024 * 1024;
const longestQuote = 300;
const refusal = z.object({ error: z.string(), message: z.string(), fix: z.string().default('') });

/**
 * Sends the job's identity to the App's bot, and returns what the job needs to act as the App.
 * @throws CountersignError `github-unreachable` for an outage that lasts, `github-refused` if the bot refuses, and the errors of
 * `identity`.
 */
export async function appAnswer({ bot, identity, sleep, fetch = globalThis.fetch }: BotDoor): Promise<AppAnswer> {
	const address = bot.replace(/\/+$/, '');
	for (const delay of [...delays, undefined]) {
		// An identity token expires soon, so each try sends a new one.
		const answer = await ask(`${address}/token`, await identity(address), fetch);
		if (answer.kind === 'given') return parseAnswer(answer.text, address);
		if (answer.kind === 'refused') throw refused(address, answer);
		if (delay === undefined) throw unreachable(address, answer.why);
		await sleep(delay);
	}
	throw new Error('the last try ends');
}

/** Parses an answer of the bot. `from` names its source in an error. @throws CountersignError `github-refused` */
export function parseAnswer(text: string, from: string): AppAnswer {
	const parsed = appAnswerSchema.safeParse(jsonOf(text));
	if (parsed.success && !Number.isNaN(Date.parse(parsed.data.expires_at))) return parsed.data;
	const path = parsed.error?.issues[0]?.path.join('.') || 'expires_at';
	throw new CountersignError({
		code: 'github-refused',
		message: `The App's bot at ${from} answered in a form that is not known: ${path}.`,
		fix: 'Let the bot and the action be of the same version; see that the input `bot` is the address of the bot.',
	});
}

type Answer =
	| { readonly kind: 'given'; readonly text: string }
	| { readonly kind: 'refused'; readonly status: number; readonly text: string }
	| { readonly kind: 'outage'; readonly why: string };

async function ask(url: string, identity: string, fetch: Fetch): Promise<Answer> {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { authorization: `Bearer ${identity}`, accept: 'application/json' },
			// Threat: the target of a redirect would get the identity.
			redirect: 'manual',
			signal: AbortSignal.timeout(longest),
		});
		const { status } = response;
		if (status >= 500 || status === 429) return { kind: 'outage', why: `it answered ${status}` };
		const text = await boundedBody(response);
		return status === 200 ? { kind: 'given', text } : { kind: 'refused', status, text };
	} catch (error) {
		return { kind: 'outage', why: rootCause(error) };
	}
}

async function boundedBody(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length;
		if (bytes > largest) throw new Error(`an answer of more than ${largest} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString();
}

function refused(bot: string, { status, text }: Extract<Answer, { kind: 'refused' }>): CountersignError {
	const parsed = refusal.safeParse(jsonOf(text));
	const said = parsed.success
		? `${plain(parsed.data.message)} (${plain(parsed.data.error)})`
		: status >= 300 && status < 400
			? 'it leads elsewhere, which is not followed.'
			: 'it does not say why.';
	const fix = parsed.success ? plain(parsed.data.fix) : '';
	return new CountersignError({
		code: 'github-refused',
		message: `The App's bot at ${bot} refused this job with ${status}: ${said}`,
		fix: fix === '' ? 'See that the input `bot` is the address of the bot, without a path of its own.' : fix,
	});
}

function unreachable(bot: string, why: string): CountersignError {
	return new CountersignError({
		code: 'github-unreachable',
		message: `The App's bot at ${bot} could not be reached: ${plain(why)}.`,
		fix: 'Nothing is lost: see that the bot runs, then re-run this job, and it goes on where it stopped.',
	});
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Removes markdown and line breaks from a sentence of the bot, and shortens it, for the log and the job's page. */
function plain(text: string): string {
	const said = text
		.replaceAll(/[^\p{L}\p{N} .,:;'"()/=_-]+/gu, ' ')
		.replaceAll(/ +/g, ' ')
		.trim();
	return said.length <= longestQuote ? said : `${said.slice(0, longestQuote).toWellFormed()}…`;
}
