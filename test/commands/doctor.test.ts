import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { doctor, type Examined } from '../../src/commands/doctor/doctor.ts';
import { explainRefusal } from '../../src/sandbox/index.ts';

const versions: Readonly<Record<string, string>> = { git: '2.39.5', rg: '13.0.0', bwrap: '0.8.0' };

async function examine(machine: Partial<Examined> = {}, missing: Readonly<Record<string, string | undefined>> = {}) {
	const lines: string[] = [];
	const version = async (program: string) => ({ ...versions, ...missing })[program];
	const sound: Examined = {
		...{ node: '24.1.0', version, probe: async () => ({ ok: true }) as const },
		processLimit: () => 'user',
	};
	const code = await doctor([], { print: (text) => void lines.push(text) }, { ...sound, ...machine });
	return { code, lines };
}

describe('countersign doctor', () => {
	it('prints one line for each check and exits with 0 when all pass', async () => {
		expect(await examine()).toEqual({
			code: 0,
			lines: [
				'ok  Node 24.1.0',
				'ok  git 2.39.5',
				'ok  ripgrep 13.0.0',
				'ok  bubblewrap 0.8.0',
				'ok  sandbox: a test command ran in it, and could not get out',
				"ok  processes: the kernel's limit for this user limits how many processes a command has",
			],
		});
	});

	it('checks only what docs/doctor.md lists', async () => {
		const page = readFileSync(join(import.meta.dirname, '../../docs/doctor.md'), 'utf8');
		const names = (await examine()).lines.map((line) => /^\S+ +(\w+)/.exec(line)?.[1] ?? line);
		expect(names.filter((name) => !page.includes(name))).toEqual([]);
	});

	it.each([
		['an old Node', { node: '22.12.0' }, {}, 'not Node 22.12.0: too old, 24 is needed. Do: Install Node 24 or newer.'],
		['no git', {}, { git: undefined }, 'not git: not installed. Do: sudo apt-get install -y git'],
		['an old git', {}, { git: '2.9.5' }, 'not git 2.9.5: too old, 2.32 is needed. Do: sudo apt-get install -y git'],
		['an old bubblewrap', {}, { bwrap: '0.6.1' }, /^not bubblewrap 0\.6\.1: too old, 0\.8 is needed/],
		[
			'a masked /proc',
			{ probe: async () => ({ ok: false, ...explainRefusal("Can't mount proc") }) as const },
			{},
			/^not sandbox: \/proc is masked.*Do: container: \{ options:/,
		],
		[
			'no user namespaces',
			{ probe: async () => ({ ok: false, ...explainRefusal('setting up uid map') }) as const },
			{},
			/^not sandbox: this machine does not let.*Do: sudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0$/,
		],
	])('exits with 1 and says what to do: %s', async (_, machine, missing, line) => {
		const { code, lines } = await examine(machine, missing);
		expect(code).toBe(1);
		expect(lines.filter((one) => one.startsWith('not'))).toEqual([expect.stringMatching(line)]);
	});

	it.each([
		['control-group', 'a control group limits how many processes a command has'],
		['watch', 'Countersign counts them, and stops a command shortly after it has too many'],
	] as const)('says what limits a fork bomb: %s', async (limit, words) => {
		const { code, lines } = await examine({ processLimit: () => limit });
		expect([code, lines.at(-1)]).toEqual([0, expect.stringContaining(words)]);
	});

	it('accepts a machine without ripgrep', async () => {
		const { code, lines } = await examine({}, { rg: undefined });
		expect([code, lines[2]]).toEqual([0, 'ok  ripgrep: not installed; file_search uses git grep']);
	});

	it('passes on this machine', () => {
		const run = (...args: string[]) =>
			spawnSync(process.execPath, [join(import.meta.dirname, '../../src/cli.ts'), 'doctor', ...args], {
				encoding: 'utf8',
				// Other tests cover the checks of a checkout and of GitHub.
				cwd: tmpdir(),
			});
		const { stdout, status } = run();
		expect(stdout).toMatch(
			/^ok {2}Node \d+\.\d+\.\d+\nok {2}git \d+\.\d+[\d.]*\nok {2}ripgrep.*\nok {2}bubblewrap \d+\.\d+\.\d+\nok {2}sandbox/,
		);
		expect(status).toBe(0);
		expect(run('patient').status).toBe(2);
		expect(run('--sysctl').status).toBe(2);
	});
});
