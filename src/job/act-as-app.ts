import type { Inputs, JobEnvironment } from '../config/index.ts';
import type { AppAnswer } from '../core/index.ts';
import { type AppToken, appAnswer, createAppToken, identityToken, parseAnswer } from '../github/index.ts';

interface Acting {
	readonly inputs: Pick<Inputs, 'bot'>;
	readonly environment: Pick<JobEnvironment, 'identityDoor'>;
	/** The bot's answer as JSON, if the bot started this job on its own machine. */
	readonly given?: string | undefined;
	/** Keeps a credential out of the job's log. */
	readonly mask: (secret: string) => void;
	readonly sleep: (milliseconds: number) => Promise<void>;
	readonly now: () => Date;
	readonly fetch?: typeof globalThis.fetch;
}

/**
 * Returns the token of the App that the job acts as, or undefined if the job is not configured to act as an App. If this fails, the job
 * does not use the workflow's own token, because a job finds only requests that its own account posted. @throws CountersignError
 * `bad-input`, `github-unreachable`, `github-refused`
 */
export async function actAsApp(acting: Acting): Promise<AppToken | undefined> {
	const { inputs, environment, given, mask, sleep, now, fetch = globalThis.fetch } = acting;
	const masked = (answer: AppAnswer): AppAnswer => {
		mask(answer.token);
		if (answer.state_key !== undefined) mask(answer.state_key);
		return answer;
	};
	if (given !== undefined) return createAppToken({ answer: masked(parseAnswer(given, 'its own machine')), now });
	const { bot } = inputs;
	if (bot === undefined) return undefined;
	const { identityDoor: door } = environment;
	const identity = (audience: string): Promise<string> => identityToken(audience, { door, mask, use: 'app', fetch });
	const renew = async (): Promise<AppAnswer> => masked(await appAnswer({ bot, identity, sleep, fetch }));
	return createAppToken({ answer: await renew(), renew, now });
}
