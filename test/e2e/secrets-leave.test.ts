import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startReceiver } from '../telemetry/receiver.ts';
import { Stage } from './stage.ts';

/** Made up, in the shape that providers give their keys. */
const key = `sk-ant-api03-${'Zq7Xw2Kd9Lm4Rt6Yb1Nc'.repeat(2)}`;
/** In no known format: only the configuration tells that it is a secret. */
const stateKey = 'Vd83-kq0Lp-ye7Wm-2XzsQ-uN5th-Rb6cJ';

const between = (text: string, by: string): string => [...text].join(by);
const percent = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');
const entities = (text: string): string => [...text].map((char) => `&#${char.charCodeAt(0)};`).join('');
const halves = (text: string, by: string): string => text.slice(0, 20) + by + text.slice(20);

const forms: readonly (readonly [string, (secret: string) => string])[] = [
	['as it is', (secret) => secret],
	['with a blank of no width', (secret) => halves(secret, '\u200b')],
	['with a hidden character after each', (secret) => between(secret, '\u2060')],
	['with a bidirectional mark', (secret) => halves(secret, '\u202e')],
	['with a control character', (secret) => halves(secret, '\u0007')],
	['spaced', (secret) => between(secret, ' ')],
	['in two pieces', (secret) => halves(secret, '" + "')],
	['reversed', (secret) => [...secret].reverse().join('')],
	['in hex', (secret) => Buffer.from(secret).toString('hex')],
	['percent-encoded', percent],
	['percent-encoded twice', (secret) => percent(secret).replaceAll('%', '%25')],
	['in base64', (secret) => Buffer.from(secret).toString('base64')],
	['in base64, within other text', (secret) => Buffer.from(`a ${secret} b`).toString('base64')],
	['in HTML entities', entities],
	['in wide letters', (secret) => secret.replace(/\w/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))],
];

/** Decodes a text in the ways above. Independent of the product's own code. */
function readable(text: string): string {
	const plain = text
		.normalize('NFKD')
		.replaceAll('%25', '%')
		.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
		.replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
		.replace(/&(?:amp;)?#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
	return plain.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The words before each place where a text reveals the secret. */
function leaksOf(secret: string, text: string): readonly string[] {
	const seen = readable(text);
	return forms.flatMap(([, form]) => {
		const at = seen.indexOf(readable(form(secret)));
		return at === -1 ? [] : [seen.slice(Math.max(0, at - 30), at)];
	});
}

/** All objects of a repository, as git shows them. */
function objectsOf(repository: string): string {
	const git = (...args: string[]): string =>
		execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
	const names = git('cat-file', '--batch-all-objects', '--batch-check=%(objecttype) %(objectname)');
	const refs = git('for-each-ref');
	const readable = names.split('\n').filter((line) => /^(?:commit|blob|tag)/.test(line));
	return refs + readable.map((line) => git('cat-file', '-p', line.split(' ')[1] ?? '')).join('\n');
}

function filesOf(folder: string): string {
	const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
	return entries
		.map((entry) => `${entry.name}\n${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : ''}`)
		.join('\n');
}

/** The model writes the secret in every form, everywhere that a model can write. */
function scriptOf(secret: string): string {
	const said = forms.map(([name, form]) => ({ name, text: form(secret) }));
	const everywhere = said.flatMap(({ name, text }) => [
		{ tool: 'comment', args: { body: `Form ${name}: ${text}` } },
		{ tool: 'file_write', args: { path: `docs/${text.slice(0, 150)}.md`, content: 'x' } },
		{ tool: 'file_write', args: { path: `docs/${name}.md`, content: `The key: ${text}\n` } },
		{ tool: 'memory_note', args: { text: `Form ${name}: ${text}` } },
		{ tool: text.slice(0, 60), args: { [text]: 1 } },
		{ tool: 'shell_exec', args: { command: `echo '${text.replaceAll("'", '')}'` } },
		{ tool: 'open_pull_request', args: { title: `Form ${name}: ${text}`, body: `Form ${name}: ${text}` } },
	]);
	const lines = said.map(({ name, text }) => `Form ${name}:\n\n${text}\n`).join('\n');
	const turns = [
		{ text: lines, calls: everywhere },
		{ calls: [{ tool: 'file_write', args: { path: 'docs/clean.md', content: 'Fine.\n' } }] },
		{ calls: [{ tool: 'open_pull_request', args: { title: 'Add a page', body: 'A page.' } }] },
		{ text: lines },
	];
	return JSON.stringify({ turns });
}

test.each([
	['of a known format', key, {}],
	['of no known format', stateKey, { 'state-key': stateKey }],
])('a secret %s never leaves the run, however the model writes it', async (_name, secret, inputs) => {
	await using receiver = await startReceiver();
	await using stage = await Stage.open({
		script: scriptOf(secret),
		files: { '.github/countersign.yml': 'mode: auto\n' },
	});
	const end = await stage.say('maintainer', '/agent look', {
		env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
		inputs: { 'anthropic-api-key': key, ...inputs },
	});
	expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	const left: Record<string, string> = {
		'the thread': JSON.stringify(await stage.comments()),
		'the pull requests': JSON.stringify(await stage.pulls()),
		'the repository': objectsOf(stage.github.repositoryDir),
		// Masking is how a job names a secret to the runner.
		'the log': end.log.replaceAll(/^::add-mask::.*$/gm, ''),
		'the outputs': JSON.stringify(end.outputs),
		'the summary': end.summary,
		'the artifact': filesOf(end.outputs['audit-dir'] ?? ''),
		'the requests': JSON.stringify(stage.github.requests),
		'the spans': receiver.requests.map(({ body }) => body).join('\n'),
	};
	const leaks = Object.entries(left).flatMap(([where, text]) =>
		leaksOf(secret, text).map((before) => `${where}: …${before}`),
	);
	expect(leaks).toEqual([]);
	expect(await stage.pulls()).toHaveLength(1);
});
