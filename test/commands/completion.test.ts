import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { commandWords } from '../../src/commands/command-words.ts';
import { commands } from '../../src/commands/commands.ts';
import { helpOf } from '../../src/commands/help.ts';
import { CountersignError } from '../../src/core/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typed } from '../support/typed-command.ts';

const names = Object.entries(commands).flatMap(([name, entry]) => {
	if (typeof entry === 'function') return [name];
	const verbs = Object.keys(entry.verbs).map((verb) => `${name} ${verb}`);
	return entry.otherwise === undefined ? verbs : [...verbs, name];
});
const words = Object.keys(commands).flatMap((name) => commandWords(helpOf(name)));

describe('the help', () => {
	it('lists every command and nothing else', () => {
		const listed = [...helpOf().matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
		expect(listed.sort()).toEqual(Object.keys(commands).sort());
		expect(words.map(({ name }) => name).sort()).toEqual(names.sort());
	});

	it('names each verb of a command in its summary, unless the command also works without a verb', () => {
		const summaries = new Map(
			[...helpOf().matchAll(/^ {2}([a-z]+) {2,}(\S.*)$/gm)].map(([, name, text]) => [name, text]),
		);
		const unnamed = Object.entries(commands).flatMap(([name, entry]) => {
			const verbs = typeof entry === 'function' || entry.otherwise !== undefined ? [] : Object.keys(entry.verbs);
			const summary: readonly string[] = summaries.get(name)?.match(/[a-z]+/g) ?? [];
			return verbs.filter((verb) => !summary.includes(verb)).map((verb) => `${name} ${verb}`);
		});
		expect(unnamed).toEqual([]);
	});

	/** The hook answers every error with a block and never lists options. */
	it.each(names.filter((name) => name !== 'hook'))('shows exactly the options of %s', async (name) => {
		const thrown = await typed([...name.split(' '), '--no-such-option']).catch((error: unknown) => error);
		const fix = thrown instanceof CountersignError ? thrown.fix : '';
		const accepted = [...fix.matchAll(/--[a-z-]+/g)].map(([option]) => option);
		const shown = words.find((one) => one.name === name)?.options.map((option) => option.name) ?? [];
		expect(fix).toMatch(/^(Options:|This command has no options)/);
		expect([...shown].sort()).toEqual([...accepted].sort());
	});

	it('reads the options and values of a usage line', () => {
		expect(
			commandWords(
				"  countersign a b|c [--x <y>] [more]\n  countersign a d '<e>' --f g|h\n\nMore: [--i]…\n  [--j k|l]\nExit codes: 0",
			),
		).toEqual([
			{
				name: 'a',
				values: ['b', 'c'],
				options: [
					{ name: '--x', takesValue: true, values: [] },
					{ name: '--i', takesValue: false, values: [] },
					{ name: '--j', takesValue: true, values: ['k', 'l'] },
				],
			},
			{ name: 'a d', values: [], options: [{ name: '--f', takesValue: true, values: ['g', 'h'] }] },
		]);
	});
});

/** What each shell offers for the last word of a line. */
const typedLines: readonly (readonly [string, readonly string[]])[] = [
	['au', ['audit']],
	['audit v', ['verify']],
	['audit export --for', ['--format']],
	['audit export --format j', ['jsonl']],
	['policy explain --mode e', ['edit']],
	['hook install --allow-', ['--allow-unasked']],
	['completion f', ['fish']],
	['report ./run', ['./run-of-today.jsonl']],
];

describe.each(['bash', 'zsh', 'fish'] as const)('completion in %s', (shell) => {
	it.each(typedLines)('completes `%s`', async (line, offered) => {
		using folder = temporaryFolder();
		const { text } = await typed(['completion', shell]);
		writeFileSync(join(folder.path, 'run-of-today.jsonl'), '');
		writeFileSync(join(folder.path, 'completion'), text);
		expect(offers[shell](`countersign ${line}`, folder.path)).toEqual(offered);
	});
});

const offers = {
	bash: (line: string, cwd: string) => {
		const all = line.split(' ');
		const script = [
			'source ./completion',
			`COMP_WORDS=(${all.join(' ')}) COMP_CWORD=${all.length - 1}`,
			'_countersign',
			// What readline does if the function offers nothing.
			`[ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "${all.at(-1)}"))`,
			`printf '%s\\n' "\${COMPREPLY[@]}"`,
		].join('\n');
		return linesOf('bash', ['--norc', '-c', script], cwd);
	},
	zsh: (line: string, cwd: string) => {
		writeFileSync(join(cwd, 'countersign'), '#!/bin/sh\n');
		chmodSync(join(cwd, 'countersign'), 0o755);
		// A terminal within the shell: Tab completes the line, and another key prints it.
		const setUp = [
			'unsetopt zle_bracketed_paste',
			'autoload -U compinit && compinit -u -D && source ./completion',
			'PATH=$PWD:$PATH',
			'tell() { zle -I; print -r -- "<line>$BUFFER</line>" }',
			'zle -N tell && bindkey "^I" complete-word && bindkey "^X" tell',
			'PROMPT="<go""on>"',
		].join('; ');
		const script = [
			'zmodload zsh/zpty',
			'zpty shell zsh -f -i',
			`zpty -w shell '${setUp}'`,
			// When this appears, the line editor is ready.
			"zpty -r -m shell got '*<goon>*'",
			`zpty -n -w shell '${line}'$'\\t'$'\\C-x'`,
			"zpty -r -m shell said '*<line>*</line>*'",
			'print -r -- "$said"',
		].join('\n');
		const [, said = ''] = /<line>(.*)<\/line>/.exec(linesOf('zsh', ['-f', '-c', script], cwd).join('\n')) ?? [];
		return [said.trimEnd().split(' ').at(-1) ?? ''];
	},
	fish: (line: string, cwd: string) =>
		linesOf('fish', ['--no-config', '-c', `source ./completion; complete -C '${line}'`], cwd).map(
			(one) => one.split('\t')[0],
		),
};

function linesOf(program: string, args: readonly string[], cwd: string): readonly string[] {
	const { stdout, stderr, error } = spawnSync(program, args, {
		cwd,
		encoding: 'utf8',
		env: { ...process.env, HOME: cwd },
	});
	if (error !== undefined) throw error;
	return [...stdout.split(/\r?\n/), ...(stderr === '' ? [] : [`error: ${stderr}`])].filter((one) => one !== '');
}

test('refuses a shell that has no completion', async () => {
	await expect(typed(['completion', 'tcsh'])).rejects.toMatchObject({ fix: 'One of: bash, zsh, fish.' });
	await expect(typed(['completion'])).rejects.toThrow('The name of the shell is missing.');
	await expect(typed(['completion', 'constructor'])).rejects.toThrow('no completion for the shell `constructor`');
});
