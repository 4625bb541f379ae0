import { describe, expect, it } from 'vitest';
import type { Program } from '../../../src/gate/shell/program.ts';
import { modes } from '../../../src/gate/shell/programs/modes.ts';
import { allPrograms } from '../../../src/gate/shell/programs.ts';
import { judgeShell } from '../support.ts';
import { wrappers } from './wrappers.ts';

/**
 * Every program is tried with every face that it may show, so that none is known by one of them only. What its row does not say must
 * be asked about, never count as nothing.
 */
const programs = allPrograms().flatMap((row) => row.names.map((name) => ({ name, row })));
const speaking = programs.filter(({ row }) => row.onlyText !== true);
const facts = { home: '/home/runner' };

const isAllowed = (command: string) => judgeShell(command).decision === 'allow';
const allowed = (commands: readonly string[]) => commands.filter(isAllowed);

const guarded = ['.git/hooks/pre-commit', '~/.bashrc', '/etc/cron.d/job', '.env', '~/.aws/credentials'];
const credentials = ['.env', '~/.aws/credentials', '/etc/shadow'];
/** The shell expands `~` only at the start of a word. */
const spelled = (path: string) => path.replace(/^~/, facts.home);

/** The program only reads its operands, so a file that may not be written is allowed there. */
function readsOperands({ operands }: Program): boolean {
	return operands !== undefined && [operands].flat().some((role) => role === 'read' || role === 'measure');
}

describe('each program in the table, with each use', () => {
	it('exists in large numbers', () => {
		expect(programs.length).toBeGreaterThan(900);
		expect(speaking.length).toBeGreaterThan(800);
	});

	it('runs its input when its row says so, so it is not allowed', () => {
		const shells = programs.filter(({ row }) => row.input === 'shell').map(({ name }) => `echo 'rm -rf ~' | ${name}`);
		expect(shells.filter((command) => judgeShell(command).decision !== 'block')).toEqual([]);
		const others = programs.filter(({ row }) => row.input === 'code').map(({ name }) => `${name} < commands.txt`);
		expect(allowed(others)).toEqual([]);
		const lists = programs.filter(({ row }) => row.input === 'names').map(({ name }) => `echo .env | ${name}`);
		expect(allowed(lists)).toEqual([]);
	});

	it('runs a shell script that comes from a file, so it is not allowed', () => {
		const shells = programs.filter(({ row }) => row.input === 'shell').map(({ name }) => `${name} < commands.txt`);
		expect(allowed(shells)).toEqual([]);
	});

	it.each(credentials)('is not allowed with a credential after @: %s', (path) => {
		expect(allowed(speaking.map(({ name }) => `${name} @${spelled(path)}`))).toEqual([]);
	});

	it.each(guarded)('is not allowed with an unknown option and a guarded value after = : %s', (path) => {
		expect(allowed(speaking.map(({ name }) => `${name} --zz-unknown=${spelled(path)}`))).toEqual([]);
		expect(allowed(speaking.map(({ name }) => `${name} --zz-unknown=json:${spelled(path)}`))).toEqual([]);
	});

	it.each(guarded)('is not allowed with an unknown option and a guarded word after it: %s', (path) => {
		const isRead = path.startsWith('.git');
		const tried = speaking.filter(({ row }) => !(isRead && readsOperands(row)));
		expect(allowed(tried.map(({ name }) => `${name} --zz-unknown ${path}`))).toEqual([]);
	});

	it.each(credentials)('is not allowed with a credential after the end of options: %s', (path) => {
		const tried = speaking.filter(({ row }) => readsOperands(row));
		expect(allowed(tried.map(({ name }) => `${name} -- ${path}`))).toEqual([]);
	});

	it.each([
		'LD_PRELOAD=./x.so',
		'TOOL_OUTPUT_FILE=.git/config',
		'TOOL_CONFIG=~/x.conf',
		'PATH=./bin:$PATH',
		'TOOL_OPTS="--eval x"',
	])('is not allowed with a variable that redirects it: %s', (setting) => {
		// `IFS= read` is how lines are read, and it starts nothing.
		expect(allowed(programs.map(({ name }) => `${setting} ${name}`))).toEqual([`${setting} read`]);
	});

	it.each(Object.entries(wrappers))('is not allowed with an unknown option inside a wrapper: %s', (_, wrap) => {
		const bare = speaking.map(({ name }) => `${name} --zz-unknown=${facts.home}/.bashrc`);
		expect(allowed(bare.map(wrap))).toEqual([]);
	});

	it('is not allowed with an unknown option in any of its subcommands', () => {
		const names = [...new Set(modes().flatMap((row) => (row.onlyText === true ? [] : row.names)))];
		expect(allowed(names.map((name) => `${name} test --zz-unknown=.git/hooks/pre-commit`))).toEqual([]);
	});
});
