import { join, relative } from 'node:path';
import type { Plugin } from 'rolldown';

const root = join(import.meta.dirname, '..');

/** The toolkit's client for identity tokens brings a whole HTTP stack to every start; `github/identity/identity-token.ts` asks for ours. */
export const withoutIdentityClient: Plugin = {
	name: 'without-identity-client',
	load: (id) =>
		id.replaceAll('\\', '/').endsWith('/@actions/core/lib/oidc-utils.js') ? 'export class OidcClient {}' : null,
};

const nodesFetch = '\0nodes-fetch';

/**
 * The toolkit's client fetches with a copy of undici, and each job would read and compile it. Node has undici itself, so the copy is
 * loaded only for a proxy, which does not work with another version's `fetch`.
 */
export const withoutSecondUndici: Plugin = {
	name: 'without-second-undici',
	resolveId(source, importer = '') {
		const isToolkit = /\/@actions\/(?:github|http-client)\//.test(importer.replaceAll('\\', '/'));
		return source === 'undici' && isToolkit ? nodesFetch : null;
	},
	load: (id) =>
		id === nodesFetch
			? `export class ProxyAgent { constructor(options) { this.options = options; } }
export const fetch = async (url, { dispatcher, ...options }) => {
	if (dispatcher === undefined) return globalThis.fetch(url, options);
	const undici = await import(${JSON.stringify(join(root, 'node_modules/undici/index.js'))});
	dispatcher.opened ??= new undici.ProxyAgent(dispatcher.options);
	return undici.fetch(url, { ...options, dispatcher: dispatcher.opened });
};`
			: null,
};

/**
 * gray-matter's own engines parse with js-yaml and evaluate JavaScript, and the MCP client would compile a server's schemas to code. Ours
 * replace them, so no bundle carries them.
 */
export const withoutEval: Plugin = {
	name: 'without-eval',
	load: (id) => {
		const path = id.replaceAll('\\', '/');
		if (path.endsWith('/gray-matter/lib/engines.js')) return 'module.exports = {};';
		if (path.endsWith('/sdk/dist/esm/validation/ajv-provider.js')) return 'export class AjvJsonSchemaValidator {}';
		return null;
	},
};

/**
 * The modules of Probot. Our own server and set-up pages replace Probot's. Loading these modules has no effect, so the bundler drops unused
 * functions.
 */
export const ofProbot = /node_modules\/(@probot|probot|pino[\w-]*|thread-stream|sonic-boom)\//;

/**
 * Replacements for modules that only a setting would call, so that the bundler need not keep them. We always pass our own log. Redis
 * clients would be downloaded from a registry at run time.
 */
const unusedOfProbot: Readonly<Record<string, string>> = {
	'/probot/lib/helpers/get-log.js': "export const getLog = () => { throw new Error('Probot has no log.'); };",
	'/npx-import-light/index.js': 'export const npxImport = undefined;',
	'/bottleneck/lib/RedisConnection.js': 'module.exports = class {};',
	'/bottleneck/lib/IORedisConnection.js': 'module.exports = class {};',
};

export const withoutUnusedProbot: Plugin = {
	name: 'without-unused-probot',
	load(id) {
		const path = id.replaceAll('\\', '/');
		return Object.entries(unusedOfProbot).find(([ending]) => path.endsWith(ending))?.[1] ?? null;
	},
};

interface SyntaxPart {
	readonly type?: string;
	readonly start?: number;
	readonly end?: number;
	readonly key?: { readonly name?: string };
	readonly value?: { readonly type?: string; readonly start?: number; readonly end?: number };
}

/**
 * Removes the examples from the gate's tables. They are for tests and readers, and a process that judges one call should not parse them.
 */
export const withoutExamples: Plugin = {
	name: 'without-examples',
	transform(code, id) {
		if (!id.replaceAll('\\', '/').includes('/src/gate/shell/programs/')) return null;
		const holes: (readonly [number, number])[] = [];
		const visit = (node: unknown): void => {
			if (typeof node !== 'object' || node === null) return;
			const { type, key, value } = node as SyntaxPart;
			if (type === 'Property' && key?.name === 'examples' && value?.type === 'ObjectExpression') {
				holes.push([value.start ?? 0, value.end ?? 0]);
			} else for (const child of Object.values(node)) visit(child);
		};
		visit(this.parse(code, { lang: 'ts' }));
		return holes.reverse().reduce((text, [start, end]) => `${text.slice(0, start)}{}${text.slice(end)}`, code);
	},
};

/** Parts of the gate that most calls do not need, and the functions through which other code calls them. */
const lateRooms: Readonly<
	Record<string, { readonly name: string; readonly doors: readonly string[]; readonly onlyIn?: 'modules' }>
> = {
	'src/gate/code/index.ts': { name: 'code', doors: ['analyseCode', 'printedBy', 'isPackage'] },
	// A hook's call needs this part at once. A job first asks a model.
	'src/gate/shell/analyse.ts': { name: 'shell', doors: ['analyseShell'], onlyIn: 'modules' },
	'src/gate/shell/programs/rare.ts': { name: 'rare', doors: ['rareProgram', 'rarePrograms'] },
};
const lateMark = '\0late:';

/**
 * Puts each part into a separate file, which the first call of one of its functions loads. It loads synchronously, because the gate judges
 * synchronously. In scripts, the program that runs them loads the file.
 */
export const loadedLate = (format: 'modules' | 'scripts'): Plugin => ({
	name: 'loaded-late',
	async resolveId(source, importer, options) {
		if (importer === undefined || importer.startsWith(lateMark)) return null;
		const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
		const path = relative(root, resolved?.id ?? '').replaceAll('\\', '/');
		const isLate = Object.hasOwn(lateRooms, path) && (lateRooms[path]?.onlyIn ?? format) === format;
		return isLate ? lateMark + path : null;
	},
	load(id) {
		const path = id.startsWith(lateMark) ? id.slice(lateMark.length) : '';
		const room = lateRooms[path];
		if (room === undefined) return null;
		const chunk = { type: 'chunk', id: join(root, path), name: room.name } as const;
		const calls = room.doors.map((door) => `export const ${door} = (...args) => open().${door}(...args);`).join('\n');
		if (format === 'scripts') {
			const fileName = `${room.name}.cjs`;
			this.emitFile({ ...chunk, fileName });
			return `let room;\nconst open = () => (room ??= loadLate('./${fileName}'));\n${calls}`;
		}
		return `import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
let room;
const open = () => (room ??= createRequire(import.meta.url)(fileURLToPath(import.meta.ROLLUP_FILE_URL_${this.emitFile(chunk)})));
${calls}`;
	},
});

/** The folder of the scripts that judge calls, and their version. Compiled code belongs to one version. */
export interface JudgingScripts {
	readonly folder: string;
	readonly version: string;
}

/** The function that each script exports, and the source file that the script replaces. */
export const scriptEntries = {
	call: { source: 'src/commands/hook/hook-call.ts', name: 'hookCall' },
	gate: { source: 'src/commands/judging/shipped-gate.ts', name: 'shippedGate' },
} as const;

/** Replaces source files by the scripts that were already built from them. */
export const fromScripts = ({ folder, version }: JudgingScripts): Plugin => ({
	name: 'from-scripts',
	load(id) {
		const path = relative(root, id).replaceAll('\\', '/');
		const found = Object.entries(scriptEntries).find(([, { source }]) => source === path);
		if (found === undefined) return null;
		const [entry, { name }] = found;
		const door = JSON.stringify({ folder, entry: `${entry}.cjs`, name, version });
		return `import { callScript } from '../hook/call-script.ts';
export const ${name} = (given, surroundings) => callScript(surroundings.packageRoot, ${door}, [given, surroundings]);`;
	},
});

/**
 * An import of a builtin module calls each of its getters, and those of `node:fs` set up streams. `getBuiltinModule` calls none of them.
 */
export const quickBuiltins: Plugin = {
	name: 'quick-builtins',
	renderChunk: (code) =>
		code.replace(
			/^import \{([^}]+)\} from "(node:[\w/]+)";$/gm,
			(_, names: string, module: string) =>
				`const {${names.replaceAll(' as ', ': ')}} = process.getBuiltinModule("${module}");`,
		),
};

/** Escapes all other characters, because Node reads and compiles text with one byte for each character faster. */
export const onlyAscii: Plugin = {
	name: 'only-ascii',
	generateBundle(_, bundle) {
		for (const file of Object.values(bundle)) {
			if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
		}
	},
};

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
