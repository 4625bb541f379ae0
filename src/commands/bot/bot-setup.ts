import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CreatedApp, setUpApp } from '../../bot/index.ts';
import { CountersignError } from '../../core/index.ts';
import { createWhole } from '../../journal/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';

const options = {
	url: { type: 'string' },
	organization: { type: 'string' },
	name: { type: 'string' },
	out: { type: 'string' },
	json: { type: 'boolean' },
} as const;

/** How long GitHub's code for creating the App is valid: an hour, in milliseconds. */
const patience = 3_600_000;

/** `countersign bot setup`: makes the GitHub App in the browser and keeps its settings in a file. */
export async function botSetup(
	args: readonly string[],
	{ print, cwd, packageRoot, connection, env }: CliContext,
): Promise<number> {
	const { values } = readCommandLine(args, options, 0);
	const bot = addressOf(values.url);
	const out = values.out ?? 'countersign-bot.env';
	const path = resolve(cwd, out);
	// Check first that the file can be written. Otherwise GitHub would create the App, and its secrets would be lost.
	if (!createWhole(path, '')) throw isThere(out);
	rmSync(path);
	const { app, settings } = await setUpApp({
		manifest: readFileSync(join(packageRoot, 'app.yml'), 'utf8'),
		...{ bot, patience, webUrl: connection.webUrl, apiUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com' },
		...(values.organization === undefined ? {} : { organization: values.organization }),
		...(values.name === undefined ? {} : { name: values.name }),
		show: (url) => print(waiting(url, values.json === true)),
	});
	if (!createWhole(path, settings)) throw isThere(out);
	print(values.json === true ? madeLine(app, out) : next(app, out));
	return 0;
}

function waiting(url: string, asJson: boolean): string {
	return asJson ? JSON.stringify({ open: url }) : `Open ${url} in a browser on this machine. Waiting for GitHub…`;
}

function madeLine({ id, slug, html_url: url }: CreatedApp, out: string): string {
	return JSON.stringify({ id, slug, url, settings: out });
}

function next({ slug, html_url: url }: CreatedApp, out: string): string {
	return [
		`GitHub created the App ${slug}. Its key and its webhook secret are in ${out}, which only you can read. Keep this file like a password.`,
		`1. Install it on repositories:  ${url}/installations/new`,
		`2. Start the bot:               countersign bot --settings ${out}`,
		'3. Add to each repository:      .github/workflows/countersign.yml, from examples/workflows',
	].join('\n');
}

/**
 * Reads the bot's address. Jobs send their identity to this address, and GitHub sends its webhooks there. So plain HTTP is allowed only for
 * this machine.
 */
function addressOf(text: string | undefined): URL {
	const url = text === undefined || !URL.canParse(text) ? undefined : new URL(text);
	const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
	if (url !== undefined && (url.protocol === 'https:' || isLocal) && url.search === '' && url.hash === '') return url;
	throw new CountersignError({
		code: 'bad-input',
		message:
			text === undefined
				? 'Missing `--url`: the public address of the bot.'
				: `\`${text}\` is not a valid address of a bot: it must begin with \`https://\` and have no \`?\` and no \`#\`.`,
		fix: 'Write `--url https://bot.example.com`, the address at which GitHub and your jobs reach the bot.',
	});
}

function isThere(out: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${out} already exists.`,
		fix: 'Name another file with `--out`, or move the existing file away. It may contain the only key of an App.',
	});
}
