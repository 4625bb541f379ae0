import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { tell } from '../rehearsal/tell.ts';
import { assumptionsPage } from './try-github/assumptions-page.ts';
import { readOptions, type TryOptions, usage } from './try-github/options.ts';
import type { Tell } from './try-github/tell.ts';
import { tryGitHub } from './try-github/try-github.ts';

async function main(args: readonly string[]): Promise<number> {
	const asked = readOptions(args);
	if (asked.kind === 'help') console.log(usage);
	if (asked.kind === 'wrong') console.error(`${asked.why}\n\n${usage}`);
	if (asked.kind === 'page')
		writeFileSync(join(import.meta.dirname, '..', 'docs', 'assumptions.md'), assumptionsPage());
	if (asked.kind !== 'try') return asked.kind === 'wrong' ? 2 : 0;
	const token = process.env['GITHUB_TOKEN'] || tokenOfGh();
	const jobToken = process.env['JOB_TOKEN'] || undefined;
	if (token === undefined) {
		console.error('There is no token: GITHUB_TOKEN=$(gh auth token) npm run try-github -- owner/repo');
		return 2;
	}
	const { options } = asked;
	const telling = withoutSecrets(tell, [token, ...(jobToken === undefined ? [] : [jobToken])]);
	try {
		return await tryGitHub({
			options,
			token,
			jobToken,
			confirm: () => confirm(options),
			signal: stopped(telling),
			tell: telling,
		});
	} catch (error) {
		telling('bad', error instanceof Error ? error.message : String(error));
		return 2;
	}
}

/** Returns a signal for Ctrl-C, which ends the work and removes everything. A second Ctrl-C changes nothing. */
function stopped(telling: Tell): AbortSignal {
	const controller = new AbortController();
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(name, () => {
			if (!controller.signal.aborted) telling('bad', 'Stopping. What was made is taken away first.');
			controller.abort(new Error('stopped'));
		});
	return controller.signal;
}

async function confirm({ owner, repo, again }: TryOptions): Promise<boolean> {
	const name = `${owner}/${repo}`;
	if (again !== undefined) return again === name;
	if (!process.stdin.isTTY) return false;
	const prompt = createInterface({ input: process.stdin, output: process.stdout });
	const answer = await prompt.question(
		`  Issues, pull requests, branches and refs will come and go in ${name}. Type its name again: `,
	);
	prompt.close();
	return answer.trim() === name;
}

function tokenOfGh(): string | undefined {
	try {
		return (
			execFileSync('gh', ['auth', 'token'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() ||
			undefined
		);
	} catch {
		// gh is missing, or nobody is signed in. The caller says what to do.
		return undefined;
	}
}

/** Removes tokens from everything that is printed, also in the form in which git sends them. */
function withoutSecrets(telling: Tell, tokens: readonly string[]): Tell {
	const secrets = tokens.flatMap((token) => [token, Buffer.from(`x-access-token:${token}`).toString('base64')]);
	return (kind, text) =>
		telling(
			kind,
			secrets.reduce((said, secret) => said.replaceAll(secret, '***'), text),
		);
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
