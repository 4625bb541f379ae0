import { createPublicKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BotSettings } from '../config/index.ts';
import { type AppAnswer, appStateKey, CountersignError } from '../core/index.ts';
import type { AppHost } from './app.ts';
import {
	identityReader,
	type JobIdentity,
	type ReadIdentity,
	type RefusalReason,
	refusalStatus,
} from './identity-claims.ts';
import type { ApiConnection, Place } from './installation-api.ts';
import { cachedUserId, type GrantContext, grantToken, type Refused } from './installation-token.ts';
import type { Log } from './log.ts';
import { organizationReader, type ReadOrganization } from './organization-files.ts';
import { readBody } from './read-body.ts';
import type { AppIdentity } from './served.ts';
import type { Answer, Route } from './server.ts';
import { createStrangers, type Strangers } from './strangers.ts';

export interface ExchangeParts {
	readonly settings: BotSettings;
	readonly host: AppHost;
	readonly identity: () => Promise<AppIdentity>;
	readonly log: Log;
	/** The most milliseconds that an exchange may take. */
	readonly milliseconds: number;
}

const longestBody = 1024;
const longestToken = 16_384;

/** Returns the route `POST /token`: a job sends its identity token, and gets a token of the App for its own repository only. */
export function exchange(parts: ExchangeParts): Route {
	const { settings, log } = parts;
	const context = contextOf(parts);
	return async (request) => {
		const start = performance.now();
		if ((await readBody(request, longestBody)) === 'too-large') return { status: 413, close: true };
		const found = await answerFor(request, context);
		const isRefused = 'refused' in found.result;
		log(isRefused ? 'warn' : 'info', 'token', {
			...(found.job === undefined
				? {}
				: { repository: `${found.job.owner}/${found.job.name}`, id: found.job.repositoryId }),
			...('refused' in found.result ? found.result : { given: true }),
			...(found.why === undefined ? {} : { why: found.why }),
			ms: Math.round(performance.now() - start),
		});
		return 'refused' in found.result ? refusal(found.result, settings) : { status: 200, body: found.result };
	};
}

/**
 * Returns a function that gives a run on the bot's machine the same answer as a job of that repository.
 * @throws CountersignError `github-refused`
 */
export function identityOfRuns(parts: ExchangeParts): (place: Place) => Promise<AppAnswer> {
	const context = contextOf(parts);
	return async ({ id: repositoryId, owner, name, defaultBranch: branch }) => {
		const signal = AbortSignal.timeout(parts.milliseconds);
		const answer = await answerTo({ repositoryId, owner, name, branch }, { ...context, signal });
		if (!('refused' in answer)) return answer;
		const fix = fixes[answer.refused] ?? 'See the installation of the App.';
		throw new CountersignError({ code: 'github-refused', message: messages[answer.refused], fix });
	};
}

function contextOf(parts: ExchangeParts): ExchangeContext {
	return {
		...parts,
		strangers: createStrangers(),
		readIdentity: identityReader(parts.settings),
		organization: organizationReader(parts.settings),
		userId: cachedUserId(async () => (await parts.identity()).login),
	};
}

interface ExchangeContext extends ExchangeParts {
	readonly readIdentity: ReadIdentity;
	readonly strangers: Strangers;
	readonly organization: ReadOrganization;
	readonly userId: (connection: ApiConnection) => Promise<number>;
}

type VerifiedExchange = ExchangeContext & GrantContext;

interface Found {
	readonly job?: JobIdentity;
	readonly result: AppAnswer | Refused;
	/** For the log only: the error that made an answer impossible. */
	readonly why?: string;
}

async function answerFor({ headers }: IncomingMessage, context: ExchangeContext): Promise<Found> {
	const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.authorization ?? '')?.[1];
	if (token === undefined || token.length > longestToken) return { result: { refused: 'no-token' } };
	const job = await context.readIdentity(token);
	if (typeof job === 'string') return { result: { refused: job } };
	try {
		const signal = AbortSignal.timeout(context.milliseconds);
		return { job, result: await answerTo(job, { ...context, signal }) };
	} catch (error) {
		const why = error instanceof Error ? error.message.slice(0, 300) : 'thrown';
		return { job, result: { refused: 'unavailable' }, why };
	}
}

async function answerTo(job: JobIdentity, context: VerifiedExchange): Promise<AppAnswer | Refused> {
	const { strangers } = context;
	if (strangers.has(job.repositoryId)) return { refused: 'not-installed' };
	const granted = await grantToken(job, context);
	if ('refused' in granted) {
		if (granted.refused === 'not-installed') strangers.add(job.repositoryId);
		return granted;
	}
	const organization = await context.organization(job.owner, granted.connection, context.host);
	const { id, slug, login } = await context.identity();
	const { privateKey } = context.settings;
	// Only jobs of a workflow on the default branch get this key. A person who may push only to other branches cannot get it.
	const stateKey = appStateKey(privateKey, job.repositoryId);
	return {
		token: granted.token,
		expires_at: granted.expiresAt,
		app: { id, slug, login, user_id: granted.userId },
		repository_id: job.repositoryId,
		public_key: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
		...(stateKey === undefined ? {} : { state_key: stateKey }),
		...(organization === undefined ? {} : { organization }),
	};
}

function refusal({ refused, lacks }: Refused, { workflows }: BotSettings): Answer {
	const more = lacks === undefined ? '' : ` (${lacks})`;
	const message = `${messages[refused]}${more}`;
	return {
		status: refusalStatus[refused],
		body: {
			error: refused,
			message,
			fix: fixes[refused] ?? `The job must be one of ${workflows.join(', ')} on the default branch.`,
		},
	};
}

const messages: Readonly<Record<RefusalReason, string>> = {
	'no-token': 'There is no identity token.',
	'not-verified': 'The identity token is not one that the issuer signed.',
	expired: 'The identity token has expired.',
	'not-yet-valid': 'The identity token is not valid yet.',
	'wrong-issuer': 'The identity token is from another issuer.',
	'wrong-audience': 'The identity token is for another audience.',
	'claims-missing': 'The identity token does not say which job it is for.',
	'event-not-served': 'The event of the job is none that gets a token.',
	'wrong-workflow': 'The job is not of a workflow that gets a token.',
	'wrong-branch': 'The job does not run on the default branch.',
	'wrong-repository': 'The repository is not what its identity token says.',
	'not-installed': 'The App is not installed in this repository.',
	suspended: 'The installation of the App is suspended.',
	'permission-missing': 'The App lacks a permission.',
	unavailable: 'GitHub could not be asked.',
};

const identityFix = 'Ask GitHub for a token with the address of this bot as audience, and send it at once.';
const fixes: Partial<Record<RefusalReason, string>> = {
	'no-token': 'Send it as `Authorization: Bearer`.',
	'not-verified': identityFix,
	expired: `${identityFix} If it did so, the clock of the bot's machine is wrong.`,
	'not-yet-valid': "Set the clock of the bot's machine: it is behind GitHub's.",
	'wrong-issuer': 'See GITHUB_OIDC_ISSUER of the bot.',
	'wrong-audience': 'The input `bot` must be BOT_URL of the bot, to the letter.',
	'claims-missing': identityFix,
	'wrong-repository': 'Re-run the job: the repository was renamed or moved.',
	'not-installed': 'Install the App in this repository.',
	suspended: 'Let an owner take the suspension back, in the settings of the installation.',
	'permission-missing': 'Let an owner accept the permissions of the App, in the settings of the installation.',
	unavailable: 'Re-run the job.',
};
