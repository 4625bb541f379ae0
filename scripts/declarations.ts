import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const root = join(import.meta.dirname, '..');
/** The compiler of this checkout. */
export const tsc = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');

/** A name of a file. */
interface Named {
	readonly file: string;
	readonly name: string;
}

interface Declared {
	readonly text: string;
	/** The names of types and values in it. */
	readonly uses: readonly Named[];
}

/** One file of declarations. */
interface Module {
	readonly declared: ReadonlyMap<string, Declared>;
	readonly imported: ReadonlyMap<string, Named>;
	readonly exported: ReadonlyMap<string, Named>;
	/** Files from which all exports are exported again. */
	readonly passed: readonly string[];
}

type Read = (file: string) => Module;

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
}

/** The libraries of the package, `countersign/<name>`, and the source of each. */
export const libraries = {
	bot: 'src/bot.ts',
	gate: 'src/gate-library.ts',
	journal: 'src/journal-library.ts',
	skills: 'src/skills-library.ts',
} as const;

/**
 * Returns the declarations of each entry's exports as one text. It contains the declarations that the exports need and no others, so it
 * refers to no unpublished file. @throws if that is not possible because of an error in the sources.
 */
export function declarationsOf(...entries: readonly string[]): readonly string[] {
	const folder = mkdtempSync(join(tmpdir(), 'countersign-types-'));
	try {
		emit(entries, folder);
		const read = reader();
		return entries.map((entry) => flatten(join(folder, relative('src', entry).replace(/ts$/, 'd.ts')), read));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Returns the declarations of each library, by its name. */
export function libraryDeclarations(): readonly (readonly [name: string, text: string])[] {
	const texts = declarationsOf(...Object.values(libraries));
	return Object.keys(libraries).map((name, index) => [name, texts[index] ?? '']);
}

function emit(entries: readonly string[], outDir: string): void {
	const compilerOptions = {
		...{ noEmit: false, declaration: true, emitDeclarationOnly: true, outDir, rootDir: join(root, 'src') },
		...{ rewriteRelativeImportExtensions: true, typeRoots: [join(root, 'node_modules/@types')] },
	};
	const project = join(outDir, 'tsconfig.json');
	const files = entries.map((entry) => join(root, entry));
	writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }));
	const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
	if (status !== 0) throw new Error(`${entries.join(', ')} have no declarations: ${stdout}`);
}

/** Returns a function that reads each emitted file only once. */
function reader(): Read {
	const known = new Map<string, Module>();
	return (file) => {
		const read = known.get(file) ?? readModule(file);
		known.set(file, read);
		return read;
	};
}

function flatten(entry: string, read: Read): string {
	const exported = [...read(entry).exported.keys()].sort();
	const chosen = new Map<string, Named & Declared>();
	const waiting = exported.map((name) => exportOf({ file: entry, name }, read));
	for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
		const before = chosen.get(next.name);
		if (before !== undefined && before.file !== next.file)
			throw new Error(`Two declarations are called \`${next.name}\`.`);
		if (before !== undefined) continue;
		chosen.set(next.name, next);
		waiting.push(...next.uses.flatMap((use) => meaningOf(use, read) ?? []));
	}
	const texts = [...chosen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { text }]) => text);
	return `${texts.join('\n')}\nexport { ${exported.join(', ')} };\n`;
}

/** Returns the declaration that a name in a file refers to. Undefined for a name of the language or of a type parameter. */
function meaningOf({ file, name }: Named, read: Read): (Named & Declared) | undefined {
	const { declared, imported } = read(file);
	const own = declared.get(name);
	if (own !== undefined) return { file, name, ...own };
	const from = imported.get(name);
	if (from === undefined) return undefined;
	if (from.name !== name)
		throw new Error(`\`${from.name}\` is called \`${name}\` in ${file}: call it by its own name.`);
	return exportOf(from, read);
}

function exportOf(wanted: Named, read: Read): Named & Declared {
	const { file, name } = wanted;
	if (!file.startsWith('/')) throw new Error(`\`${name}\` is of \`${file}\`, which would have to be installed, too.`);
	const found = lookUp(wanted, read);
	if (found === undefined) throw new Error(`${file} exports no \`${name}\`.`);
	return found;
}

function lookUp({ file, name }: Named, read: Read): (Named & Declared) | undefined {
	const { exported, passed } = read(file);
	const from = exported.get(name);
	if (from !== undefined) return from.file === file ? meaningOf(from, read) : exportOf(from, read);
	for (const one of passed) {
		const found = lookUp({ file: one, name }, read);
		if (found !== undefined) return found;
	}
	return undefined;
}

function readModule(file: string): Module {
	const source = readFileSync(file, 'utf8');
	const declared = new Map<string, Declared>();
	const imported = new Map<string, Named>();
	const exported = new Map<string, Named>();
	const passed: string[] = [];
	let end = 0;
	for (const node of parseAst(source, { lang: 'dts' }).body as unknown as readonly Node[]) {
		const comment = source.slice(end, node.start).trim();
		end = node.end;
		const from =
			node['source'] === null || node['source'] === undefined
				? file
				: pathFrom(file, String(at(node, 'source', 'value')));
		if (node.type === 'ExportAllDeclaration') passed.push(from);
		for (const one of listOf(node['specifiers'])) {
			if (node.type === 'ImportDeclaration')
				imported.set(nameOf(one, 'local'), { file: from, name: nameOf(one, 'imported') });
			else exported.set(nameOf(one, 'exported'), { file: from, name: nameOf(one, 'local') });
		}
		const isExport = node.type === 'ExportNamedDeclaration';
		const declaration = (isExport ? node['declaration'] : node) as Node | null;
		for (const name of declaration === null ? [] : namesIn(declaration)) {
			const text = source.slice((declaration ?? node).start, node.end);
			declared.set(name, { text: `${comment}\n${text}`.trim(), uses: usesIn(declaration ?? node, file) });
			if (isExport) exported.set(name, { file, name });
		}
	}
	return { declared, imported, exported, passed };
}

function pathFrom(file: string, specifier: string): string {
	return specifier.startsWith('.') ? join(dirname(file), specifier.replace(/(\.d)?\.[jt]s$/, '.d.ts')) : specifier;
}

/** Returns the names that a statement declares. */
function namesIn(node: Node): readonly string[] {
	if (node.type === 'VariableDeclaration') return listOf(node['declarations']).map((one) => nameOf(one, 'id'));
	return node['id'] === undefined || node['id'] === null ? [] : [nameOf(node, 'id')];
}

/** The parts of the syntax tree in which a name refers to a type or a value. Elsewhere, a name is a key or a parameter. */
const places: Readonly<Record<string, string>> = {
	TSTypeReference: 'typeName',
	TSTypeQuery: 'exprName',
	TSInterfaceHeritage: 'expression',
	TSClassImplements: 'expression',
	ClassDeclaration: 'superClass',
};

function usesIn(node: unknown, file: string): readonly Named[] {
	if (typeof node !== 'object' || node === null) return [];
	const inner = Object.values(node).flatMap((child) => usesIn(child, file));
	const { type } = node as Node;
	if (type === 'TSImportType') {
		const from = pathFrom(file, String(at(node as Node, 'source', 'value')));
		throw new Error(`${file} names \`import("${from}")\`: give what it exports a written type.`);
	}
	const place = places[type];
	const name = place === undefined ? undefined : leftmost((node as Node)[place]);
	return name === undefined ? inner : [{ file, name }, ...inner];
}

/** Returns the first name, such as `z` of `z.infer`. */
function leftmost(node: unknown): string | undefined {
	if (typeof node !== 'object' || node === null) return undefined;
	const { left, name } = node as Node;
	return left === undefined ? (typeof name === 'string' ? name : undefined) : leftmost(left);
}

function at(node: Node, ...path: readonly string[]): unknown {
	return path.reduce<unknown>((inner, key) => (inner as Node | undefined)?.[key], node);
}

function nameOf(node: Node, key: string): string {
	return String(at(node, key, 'name'));
}

function listOf(value: unknown): readonly Node[] {
	return Array.isArray(value) ? value : [];
}
