import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

export type Agent = 'claude' | 'codex' | 'gemini';

const cli = join(import.meta.dirname, '../../dist/cli.js');

const settings: Readonly<Record<Agent, readonly [path: string, event: string]>> = {
	claude: ['.claude/settings.local.json', 'PreToolUse'],
	codex: ['.codex/hooks.json', 'PreToolUse'],
	gemini: ['.gemini/settings.json', 'BeforeTool'],
};

/** Runs the built command line in a checkout. */
export function countersignHook(root: string, ...args: readonly string[]) {
	const { stdout, stderr, status } = spawnSync(process.execPath, [cli, 'hook', ...args], {
		cwd: root,
		encoding: 'utf8',
	});
	return { stdout, stderr, status };
}

export function installFor(root: string, ...agents: readonly Agent[]): void {
	const { stderr, status } = countersignHook(root, 'install', ...agents.flatMap((agent) => ['--for', agent]));
	expect([stderr, status]).toEqual(['', 0]);
}

/** Starts the command in an agent's settings as that agent does: by a shell, with the agent's variable or in its folder. */
export function callAs(agent: Agent, root: string, input: object | string, env: NodeJS.ProcessEnv = {}) {
	const [path, event] = settings[agent];
	const { command } = JSON.parse(readFileSync(join(root, path), 'utf8')).hooks[event][0].hooks[0];
	const variables = { claude: 'CLAUDE_PROJECT_DIR', gemini: 'GEMINI_PROJECT_DIR', codex: 'UNUSED' };
	const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', command], {
		input: typeof input === 'string' ? input : JSON.stringify(input),
		cwd: agent === 'codex' ? root : '/',
		env: { PATH: process.env['PATH'], HOME: process.env['HOME'], [variables[agent]]: root, ...env },
		encoding: 'utf8',
	});
	return { stdout, stderr, status };
}

/** Returns how an agent reads an answer, by its documentation. Agents differ in which answers let the call pass. */
export function heardAs(agent: Agent, { stdout, stderr, status }: ReturnType<typeof callAs>): string {
	if (status === 2) return agent === 'claude' || stderr.trim() !== '' ? 'deny' : 'pass, for there is no reason';
	if (status !== 0) return `pass, with ${status}`;
	if (stdout === '') return 'pass';
	if (agent !== 'claude') return 'pass, with words that it need not know';
	return JSON.parse(stdout).hookSpecificOutput.permissionDecision;
}
