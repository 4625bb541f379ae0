import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getInput } from '@actions/core';
import { type Inputs, type JobEnvironment, readInputs, readJobEnvironment, takeAppAnswer } from './config/index.ts';
import { asCountersignError, CountersignError, type Outcome, outcomeTraits } from './core/index.ts';
import {
	type AppToken,
	actAsApp,
	actingClient,
	createJobContext,
	type GitHubJobContext,
	handle,
	type JobResult,
	loadWholeProgram,
	type RequestPort,
	readClientPayload,
	readEvent,
	revokeToken,
	type SignStatement,
} from './job/index.ts';
import { openJobOutput } from './job-output.ts';
import { logLine } from './report/index.ts';
import { signStatement } from './sign-statement.ts';
import { narration, type Telemetry, telemetryFor, telemetrySecrets } from './telemetry/index.ts';
import { version } from './version.ts';

/** A runner that cancels a job sends SIGINT, then SIGTERM some seconds later, and kills the job some seconds after that. */
const interruption = signalled(['SIGINT', 'SIGTERM']);

const out = openJobOutput();
const packageRoot = join(import.meta.dirname, '..');

/**
 * The entry point of the GitHub Action. It reads the environment and the event, and writes the outcome. Every exit has an outcome and a
 * reason code.
 */
async function main(): Promise<void> {
	const telemetry = telemetryFor(process.env, { program: version, warn: out.warn, redact: out.redactor.redact });
	try {
		await publish(await job(telemetry));
	} catch (thrown) {
		const error = asCountersignError(thrown);
		if (error.code === 'internal')
			out.error(error.cause instanceof Error ? (error.cause.stack ?? error.message) : error.message);
		await publish({ outcome: { kind: 'failed', reason: error.code, message: `${error.message} ${error.fix}` } });
	}
	await telemetry.close();
}

function signalled(names: readonly NodeJS.Signals[]): AbortSignal {
	const controller = new AbortController();
	for (const name of names) process.on(name, () => controller.abort(name));
	return controller.signal;
}

async function job(telemetry: Telemetry): Promise<JobResult> {
	const given = readInputs((name) => getInput(name), process.env);
	const secrets = telemetrySecrets(process.env);
	for (const secret of [...given.secrets, ...secrets]) out.mask(secret);
	const environment = readJobEnvironment(process.env);
	if (environment.identityDoor !== undefined) out.mask(environment.identityDoor.token);
	const appGiven = takeAppAnswer(process.env);
	const payload = readPayload(environment);
	const inputs = withPayload(given, environment, payload);
	const incoming = readEvent({ ...askedBy(inputs), ...eventOf(environment), payload });
	if (incoming.kind === 'nothing') return { outcome: incoming.outcome };
	await loadWholeProgram(join(import.meta.dirname, 'action'), environment.workspace);
	const app = await appOf(inputs, environment, appGiven);
	const octokit = await connect(app?.current ?? (async () => inputs.githubToken), environment);
	try {
		return await handle(incoming, contextFor({ inputs, environment, octokit, app, secrets, telemetry }));
	} finally {
		if (app !== undefined) await revokeToken(octokit);
	}
}

/** Returns the App that the job acts as. `given` is what the App's bot gave this job when it started the job. */
function appOf(inputs: Inputs, environment: JobEnvironment, given: string | undefined): Promise<AppToken | undefined> {
	const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));
	return actAsApp({ inputs, environment, given, mask: out.mask, sleep, now: () => new Date() });
}

/** Uses the prompt and skill of a `repository_dispatch` if the workflow sets none. */
function withPayload(inputs: Inputs, { eventName }: JobEnvironment, payload: unknown): Inputs {
	const isSaid = inputs.prompt !== '' || inputs.skill !== '';
	return eventName !== 'repository_dispatch' || isSaid ? inputs : { ...inputs, ...readClientPayload(payload) };
}

function askedBy({ skill, prompt, label, command }: Inputs) {
	const task = skill === '' ? prompt : `Follow the skill "${skill}". ${prompt}`.trim();
	return { task, label, ...(command === undefined ? {} : { command }) };
}

function eventOf({ eventName: name, workflowRunId, refName }: JobEnvironment) {
	return { name, workflowRunId, refName };
}

interface Setting {
	readonly inputs: Inputs;
	readonly environment: JobEnvironment;
	readonly octokit: RequestPort;
	readonly app: AppToken | undefined;
	readonly secrets: readonly string[];
	readonly telemetry: Telemetry;
}

function contextFor({ inputs, environment, octokit, app, secrets, telemetry }: Setting): GitHubJobContext {
	const context = createJobContext({
		inputs,
		environment,
		packageRoot,
		program: version,
		octokit,
		redactor: out.redactor,
		narrate: (event) => narration(event).forEach(out.log),
		watch: telemetry.watch,
		secrets,
		mask: out.mask,
		warn: out.warn,
		say: out.log,
		interruption,
		...(app === undefined ? {} : { app }),
		...(environment.identityDoor === undefined ? {} : { signStatement: signing(inputs.githubToken, environment) }),
	});
	for (const secret of context.machine.checkoutTokens.flatMap((token) => token.secrets)) out.mask(secret);
	return context;
}

/** Signs with the workflow's own token, even if the job acts as the App, because the right to attest belongs to the workflow. */
function signing(token: string, { owner, repo, serverUrl }: JobEnvironment): SignStatement {
	return async (statement) => {
		const id = await signStatement(statement, token);
		return id === undefined ? undefined : `${serverUrl}/${owner}/${repo}/attestations/${id}`;
	};
}

/** Loads the toolkit's client only if there is something to do, because most comments are not for us. */
async function connect(token: () => Promise<string>, { apiUrl }: JobEnvironment): Promise<RequestPort> {
	const { getOctokit } = await import('@actions/github');
	return actingClient(token, (secret) => getOctokit(secret, { baseUrl: apiUrl }));
}

function readPayload({ eventPath }: JobEnvironment): unknown {
	try {
		return JSON.parse(readFileSync(eventPath, 'utf8'));
	} catch (cause) {
		throw new CountersignError({
			code: 'bad-event',
			message: `The event file ${eventPath} cannot be read as JSON: ${cause instanceof Error ? cause.message : String(cause)}.`,
			fix: 'The runner writes this file; re-run the job. In a test, write the payload of the event there.',
			cause,
		});
	}
}

async function publish(result: JobResult): Promise<void> {
	const { outcome, run = '', auditDir = '', head, approvals = [], pullRequest, summary } = result;
	out.output('outcome', outcome.kind);
	out.output('reason-code', outcome.reason);
	out.output('run', run);
	out.output('audit-dir', auditDir);
	out.output('journal-head', head === undefined ? '' : `${head.count}:${head.hash}`);
	out.output('attestation-url', result.attestation ?? '');
	out.output('approvals', approvals.join(' '));
	out.output('waiting-until', result.waitingUntil ?? '');
	out.output('denied', result.denied ?? 0);
	out.output('tokens', result.tokens ?? '');
	out.output('cost-usd', result.usd?.toFixed(4) ?? '');
	out.output('pull-request', pullRequest?.number ?? '');
	out.output('pull-request-url', pullRequest?.url ?? '');
	out.output('summary', logLine(outcome.message));
	if (process.env['GITHUB_STEP_SUMMARY'] !== undefined) await out.summary(summary ?? outcomeLine(outcome));
	if (outcomeTraits[outcome.kind].failsJob) out.fail(outcome.message);
	else out.log(outcomeLine(outcome));
}

function outcomeLine({ kind, reason, message }: Outcome): string {
	return `${kind} (${reason}): ${message}`;
}

await main();
// A connection may still be open: a model's reply when the job was cancelled, or a telemetry receiver that does not answer. The process
// does not wait for it.
process.exit();
