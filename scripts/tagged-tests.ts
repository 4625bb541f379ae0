import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A test with the ids of rows in its title. It is found in the source, without running it. */
export interface TaggedTest {
	readonly file: string;
	readonly line: number;
	readonly title: string;
	readonly rows: readonly number[];
	/** Why it proves nothing: it may be skipped, or it asserts nothing. */
	readonly faults: readonly string[];
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly [member: string]: unknown;
}

interface Source {
	readonly file: string;
	readonly text: string;
	/** The functions of the file by name, because a test may have its assertions in one of them. */
	readonly functions: ReadonlyMap<string, Node>;
}

const tagged = / \[seeds (\d+(?:, \d+)*)\]$/;
const groups: ReadonlySet<string> = new Set(['describe', 'suite']);
const definers: ReadonlySet<string> = new Set([...groups, 'it', 'test']);
const leavingOut: ReadonlySet<string> = new Set(['skip', 'todo', 'only', 'fails', 'skipIf', 'runIf']);

/** Returns every tagged test below `test/`, in the order of files and lines. */
export function taggedTests(root: string): readonly TaggedTest[] {
	const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
		.map((name) => `test/${name.replaceAll('\\', '/')}`)
		.filter((name) => name.endsWith('.test.ts'));
	return files.sort().flatMap((file) => testsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** Returns the tagged tests of one file. */
export function testsOf(file: string, text: string): readonly TaggedTest[] {
	if (!text.includes('[seed')) return [];
	const program = parseAst(text, { lang: 'ts' }) as unknown as Node;
	return found({ file, text, functions: functionsOf(program) }, program, { names: [], titles: [] });
}

/** The groups around a call: the names of the functions that define them, and their titles. */
interface Place {
	readonly names: readonly string[];
	readonly titles: readonly string[];
}

function found(source: Source, node: Node, around: Place): readonly TaggedTest[] {
	const names = node.type === 'CallExpression' ? namesOf(node['callee']) : undefined;
	if (names === undefined) return childrenOf(node).flatMap((child) => found(source, child, around));
	const title = titleOf((node['arguments'] as readonly Node[])[0]);
	const inside = {
		names: [...around.names, ...names],
		titles: title === undefined ? around.titles : [...around.titles, title],
	};
	const here = title?.includes('[seed') === true ? [testOf(source, node, inside, names)] : [];
	return [...here, ...childrenOf(node).flatMap((child) => found(source, child, inside))];
}

/** Returns the names in a call: `it.skip.each(rows)` → it, skip, each. Undefined for another call. */
function namesOf(callee: unknown): readonly string[] | undefined {
	if (!isNode(callee)) return undefined;
	if (callee.type === 'Identifier') return definers.has(String(callee['name'])) ? [String(callee['name'])] : undefined;
	if (callee.type !== 'MemberExpression') return namesOf(callee['callee'] ?? callee['tag']);
	const before = namesOf(callee['object']);
	return before === undefined ? undefined : [...before, String((callee['property'] as Node)['name'])];
}

function testOf(source: Source, call: Node, { names, titles }: Place, own: readonly string[]): TaggedTest {
	const [, ...others] = call['arguments'] as readonly Node[];
	const title = titles.join(' › ');
	const rows = tagged.exec(title)?.[1]?.split(', ').map(Number);
	const isGroup = groups.has(own[0] ?? '');
	const faults = [
		...(rows === undefined ? ['has a tag that is none: a title ends in ` [seeds 5]` or ` [seeds 5, 6]`'] : []),
		...(isGroup ? ['is a group: its tests say of which rows they are'] : []),
		...names.filter((name) => leavingOut.has(name)).map((name) => `may be left out: \`.${name}\``),
		...(isGroup || others.some((node) => asserts(source, node, new Set())) ? [] : ['asserts nothing']),
	];
	const line = source.text.slice(0, call.start).split('\n').length;
	return { file: source.file, line, title: title.replace(tagged, ''), rows: rows ?? [], faults };
}

function titleOf(node: Node | undefined): string | undefined {
	if (node === undefined) return undefined;
	if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
	if (node.type !== 'TemplateLiteral') return undefined;
	return (node['quasis'] as readonly { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
}

/** Whether the node calls `expect`, directly or in a function of this file that the node names. */
function asserts(source: Source, node: Node, seen: Set<string>): boolean {
	if (node.type === 'Identifier') {
		const name = String(node['name']);
		const named = source.functions.get(name);
		if (named === undefined || seen.has(name)) return false;
		return asserts(source, named, seen.add(name));
	}
	if (node.type === 'CallExpression' && rootOf(node['callee']) === 'expect') return true;
	return childrenOf(node).some((child) => asserts(source, child, seen));
}

function rootOf(node: unknown): string | undefined {
	if (!isNode(node)) return undefined;
	if (node.type === 'Identifier') return String(node['name']);
	return rootOf(node['object'] ?? node['callee']);
}

function functionsOf(program: Node): ReadonlyMap<string, Node> {
	const functions = new Map<string, Node>();
	const collect = (node: Node): void => {
		const name = (node['id'] as Node | null | undefined)?.['name'];
		if (node.type === 'FunctionDeclaration') functions.set(String(name), node['body'] as Node);
		const value = node['init'];
		if (node.type === 'VariableDeclarator' && isNode(value) && value.type === 'ArrowFunctionExpression')
			functions.set(String(name), value['body'] as Node);
		for (const child of childrenOf(node)) collect(child);
	};
	collect(program);
	return functions;
}

function childrenOf(node: Node): readonly Node[] {
	return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
