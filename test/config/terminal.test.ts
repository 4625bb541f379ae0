import { expect, test } from 'vitest';
import { readTerminal, readTerminalInputs } from '../../src/config/index.ts';
import { errorOf } from '../support/error-of.ts';

test('options become inputs; keys and addresses come from the environment, without a token', () => {
	const env = {
		...{ ANTHROPIC_API_KEY: 'a-key', OPENAI_BASE_URL: 'http://localhost:1', GITHUB_TOKEN: 'a-token' },
		...{ INPUT_ANYTHING: 'x', COUNTERSIGN_APPROVAL_TIMEOUT_SECONDS: '90' },
	};
	const options = { model: 'scripted:/a, openai:b', mode: 'plan', 'max-iterations': '3' };
	expect(readTerminalInputs(options, env)).toMatchObject({
		...{ githubToken: '', secrets: ['a-key'] },
		access: { anthropic: { apiKey: 'a-key' }, openai: { baseUrl: 'http://localhost:1' }, ollama: {} },
		...{ model: 'scripted:/a', fallbacks: ['openai:b'], mode: 'plan', maxIterations: 3, approvalTimeoutSeconds: 90 },
	});
	expect(readTerminalInputs({ 'approval-timeout-seconds': '5' }, env)).toMatchObject({ approvalTimeoutSeconds: 5 });
});

test('errors name the invalid options and the help of the terminal', () => {
	const wrong = { mode: 'yolo', 'max-iterations': '0', skill: '../x' };
	const { message, fix } = errorOf(() => readTerminalInputs(wrong, {}));
	expect(message).toMatch(/^The options of this run are wrong: .*`skill`.*`mode`.*`max-iterations`/);
	expect(fix).toContain('countersign run --help');
});

test('an invalid address is named by its variable', () => {
	const { message } = errorOf(() =>
		readTerminalInputs({}, { ANTHROPIC_BASE_URL: 'localhost:1', OLLAMA_BASE_URL: 'x' }),
	);
	expect(message).toMatch(/: `ANTHROPIC_BASE_URL` must be a URL .*; `OLLAMA_BASE_URL` must be a URL /);
});

test('the state folder comes from the environment, and its credentials are secrets', () => {
	expect(readTerminal({}, '/home/ann')).toMatchObject({ stateHome: '/home/ann/.local/state', secrets: [] });
	const env = {
		XDG_STATE_HOME: '/state',
		GITHUB_TOKEN: 'one',
		GH_TOKEN: '',
		NPM_TOKEN: 'two',
	};
	expect(readTerminal(env, '/home/ann')).toMatchObject({ stateHome: '/state', secrets: ['one', 'two'] });
});
