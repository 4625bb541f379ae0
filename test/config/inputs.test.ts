import { describe, expect, it, test } from 'vitest';
import { type Inputs, inputNames, readInputs } from '../../src/config/index.ts';
import { errorOf } from '../support/error-of.ts';
import { named } from './support.ts';

type Given = Readonly<Record<string, string>>;

/** Reads inputs as in a job: from variables, through the toolkit. */
function read(given: Given, env: Given = {}): Inputs {
	const all: Given = { 'github-token': 'ghs_x', ...given };
	const variables = Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
	return readInputs((name) => (all[name] ?? '').trim(), { ...Object.fromEntries(variables), ...env });
}

/** The inputs that an error names; each fault begins with a name. */
function blamed(given: Given, env: Given = {}): readonly string[] {
	const { code, message } = errorOf(() => read(given, env));
	expect(code).toBe('bad-input');
	const faults = message.slice(message.indexOf(': ') + 2).split(/; (?=`)/);
	return faults.map((fault) => /^`([^`]+)`/.exec(fault)?.[1] ?? fault);
}

const defaults = {
	githubToken: 'ghs_x',
	prompt: '',
	skill: '',
	label: 'agent',
	audit: 'artifact',
	attest: false,
	skipIf: [],
	reviewStrangers: false,
	access: { anthropic: {}, openai: {}, ollama: {} },
	secrets: ['ghs_x'],
};
const timeout = 'COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS';

describe('inputs', () => {
	it.each<[string, Given, object]>([
		['only the token', {}, {}],
		['empty values', Object.fromEntries(inputNames.slice(1).map((name) => [name, ''])), {}],
		[
			'all inputs',
			{
				...{ 'github-token': 'ghp_y', 'anthropic-api-key': 'sk', model: 'anthropic:claude-x', prompt: 'Do: it' },
				...{ skill: 'fix-2', label: 'robot', mode: 'plan', 'max-iterations': '50' },
				...{ 'approval-timeout-seconds': '2592000', audit: 'branch', state: 'directory:/tmp/a b' },
				...{ 'state-key': 'k'.repeat(32), attest: 'true' },
			},
			{
				...{ githubToken: 'ghp_y', model: 'anthropic:claude-x', prompt: 'Do: it' },
				access: { ...defaults.access, anthropic: { apiKey: 'sk' } },
				secrets: ['ghp_y', 'k'.repeat(32), 'sk'],
				...{ skill: 'fix-2', label: 'robot', mode: 'plan', maxIterations: 50 },
				...{ approvalTimeoutSeconds: 2_592_000, audit: 'branch', stateDirectory: '/tmp/a b' },
				...{ stateKey: 'k'.repeat(32), attest: true },
			},
		],
		['state `refs`', { state: 'refs' }, {}],
		['a folder with the name `refs`', { state: 'directory:refs' }, { stateDirectory: 'refs' }],
		[
			'several models, separated by commas or lines',
			{ model: 'anthropic:a, openai:b/c:free\nollama:d' },
			{ model: 'anthropic:a', fallbacks: ['openai:b/c:free', 'ollama:d'] },
		],
		[
			'addresses for other models',
			{
				...{ 'openai-api-key': 'sk-o', 'openai-base-url': 'https://x.openai.azure.com/openai/v1/?api-version=v1' },
				...{ 'ollama-base-url': 'http://gpu:11434' },
			},
			{
				access: {
					anthropic: {},
					openai: { apiKey: 'sk-o', baseUrl: 'https://x.openai.azure.com/openai/v1/?api-version=v1' },
					ollama: { baseUrl: 'http://gpu:11434' },
				},
				secrets: ['ghs_x', 'sk-o'],
			},
		],
		['a script as the model', { model: 'scripted:/a/b.json' }, { model: 'scripted:/a/b.json' }],
	])('are read: %s', (_what, given, expected) => {
		expect(read(given)).toEqual({ ...defaults, ...expected });
	});

	it.each<[string, string[]]>([
		['github-token', ['']],
		['model', ['claude', ':x', 'anthropic:', 'Anthropic:x', 'a:b,', 'a:b,a:b', 'a:1,a:2,a:3,a:4,a:5,a:6', 'a: b']],
		['openai-base-url', ['api.example.com', 'ftp://x', 'https://user:made-up@example.com']],
		['ollama-base-url', ['localhost:11434', 'http://name@host']],
		['skill', ['Fix', '../fix', 'a b', '-a']],
		['mode', ['yolo', 'Auto']],
		['max-iterations', ['0', '51', '1.5', 'ten', '-1', 'Infinity']],
		['approval-timeout-seconds', ['0', '2592001', '1h', '0.5']],
		['audit', ['none', 'Branch']],
		['attest', ['yes', 'True', '1']],
		['state-key', ['short', 'k'.repeat(31)]],
		['state', ['folder', 'directory', 'directory:', 'refs:x', 'Refs']],
	])('are named in the error when they are invalid: %s', (name, values) => {
		for (const value of values) expect(blamed({ [name]: value })).toEqual([name]);
	});

	it('never show the token or the key in an error', () => {
		const given = { 'github-token': 'ghs_secret', 'anthropic-api-key': 'sk-secret', mode: 'x' };
		const { message, fix } = errorOf(() => read(given));
		expect(message + fix).not.toContain('secret');
	});

	it('are all named in one error', () => {
		const given = { 'github-token': '', mode: 'x', state: 'x', 'max-iterations': '0', promt: 'x', toekn: 'y' };
		expect(blamed(given).toSorted()).toEqual(['github-token', 'max-iterations', 'mode', 'promt', 'state', 'toekn']);
	});
});

describe('an unknown input', () => {
	test.each([
		['promt', 'prompt'],
		['Modell', 'model'],
		['approval-timeout', 'approval-timeout-seconds'],
		['max_iterations', 'max-iterations'],
		['entirely-different', undefined],
	])('is refused, with a suggestion: %s', (name, near) => {
		const { code, message } = errorOf(() => read({ [name]: 'x' }));
		expect(code).toBe('bad-input');
		expect(named(message)).toEqual([name.toLowerCase(), ...(near === undefined ? [] : [near])]);
	});

	it('is refused even if it is empty', () => {
		expect(blamed({ promt: '' })).toEqual(['promt']);
	});
});

describe(timeout, () => {
	it.each<[string, Given, Given, number | undefined]>([
		['is used', {}, { [timeout]: '90' }, 90],
		['is ignored if the input is set', { 'approval-timeout-seconds': '60' }, { [timeout]: '90' }, 60],
		['is not checked if the input is set', { 'approval-timeout-seconds': '60' }, { [timeout]: 'soon' }, 60],
		['may be empty', {}, { [timeout]: '' }, undefined],
		['may be absent', {}, {}, undefined],
	])('%s [seeds 38]', (_what, given, env, expected) => {
		expect(read(given, env).approvalTimeoutSeconds).toBe(expected);
	});

	it.each(['soon', '0', '2592001', '-5', ' '])('is named in the error when it is %j [seeds 38]', (value) => {
		expect(blamed({}, { [timeout]: value })).toEqual([timeout]);
	});

	it('is not named when the input is invalid', () => {
		expect(blamed({ 'approval-timeout-seconds': 'soon' }, { [timeout]: '90' })).toEqual(['approval-timeout-seconds']);
	});
});

describe("the inputs of the App's bot", () => {
	it.each(['comment/12', 'review/3', 'label/7/0123456789abcdef'])('%s is accepted as a command', (command) => {
		expect(read({ command })).toEqual({ ...defaults, command });
	});

	it.each([
		'comment/',
		'comment/0',
		'comment/x',
		'issue/3',
		'label/7',
		'label/7/x',
		'comment/1 ; x',
		`comment/${'1'.repeat(17)}`,
	])('%j is refused as a command', (command) => {
		expect(blamed({ command })).toEqual(['command']);
	});

	it('a command excludes `prompt` and `skill`', () => {
		expect(blamed({ command: 'comment/12', prompt: 'x', skill: 'tidy' })).toEqual(['prompt', 'skill']);
	});

	it.each(['https://bot.example.com', 'http://127.0.0.1:3000', 'http://localhost:3000/x', 'http://[::1]:3000'])(
		'%s is accepted as the address of the bot',
		(bot) => {
			expect(read({ bot })).toEqual({ ...defaults, bot });
		},
	);

	it.each([
		'http://bot.example.com',
		'http://127.0.0.1.example.com',
		'ftp://bot.example.com',
		'https://a:b@example.com',
	])('%s is refused as the address of the bot', (bot) => {
		expect(blamed({ bot })).toEqual(['bot']);
	});
});
