import { describe, expect, it } from 'vitest';
import { readRepositoryConfig } from '../../src/config/index.ts';

const read = (text: string) => readRepositoryConfig(`mcp:\n${text}`).mcp;

describe('mcp', () => {
	it('reads servers with their command, variables and tools', () => {
		expect(
			read(
				'  docs:\n    command: [node, "a b.mjs"]\n    env: { SHELF: upper }\n    tools: [search]\n    writes: true\n  lsp-1: { command: [ls] }\n',
			),
		).toEqual([
			{ name: 'docs', command: ['node', 'a b.mjs'], env: { SHELF: 'upper' }, tools: ['search'], writes: true },
			{ name: 'lsp-1', command: ['ls'], env: {}, writes: false },
		]);
	});

	it.each([
		['  Docs: { command: [a] }', /:2: `mcp\.Docs`: a server has a name of at most 32 small letters/],
		[`  ${'x'.repeat(33)}: { command: [a] }`, /a server has a name of at most 32/],
		['  a_b: { command: [a] }', /a server has a name of/],
		['  docs:\n    comand: [a]', /:3: `comand` is not a key of `mcp\.docs`; did you mean `command`\?/],
		['  docs: { command: [a], hosts: [x] }', /`hosts` is not a key of `mcp\.docs`/],
		[
			'  docs:\n    command: node s.mjs',
			/:3: `mcp\.docs\.command`: must be a list of words, such as \[node, server\.mjs\]/,
		],
		['  docs: { command: [] }', /must name a program/],
		['  docs: { command: ["a\\0"] }', /must not contain a NUL/],
		['  docs: { command: [a], env: { "A B": x } }', /`mcp\.docs\.env\.A B`: is not a valid name of a variable/],
		['  docs: { command: [a], env: { A: 1 } }', /must be text; write numbers in quotes/],
		[
			'  docs:\n    command: [a]\n    env:\n      KEY: "${' + '{ secrets.KEY }}"',
			/:5: `mcp\.docs\.env\.KEY`: must not contain an expression: expressions are not evaluated, and no secret is passed/,
		],
		['  docs: { command: [a], tools: [] }', /must name a tool, or be left out/],
		['  docs: { command: [a], tools: [a b] }', /is not a valid name of a tool/],
		['  - a', /`mcp`: must be a map from the names of servers/],
		[Array.from({ length: 9 }, (_, n) => `  s${n}: { command: [a] }`).join('\n'), /`mcp`: has at most 8 servers/],
	])('%j is refused', (text, message) => {
		expect(() => read(text)).toThrow(message);
	});
});
