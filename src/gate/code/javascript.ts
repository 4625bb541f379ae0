import { counted } from './exact-folds.ts';
import * as fold from './folds.ts';
import { acting, thisAlone, withFunctions } from './javascript-classes.ts';
import { files, isTrue, optionsOf, remove, unknownOptions } from './javascript-files.ts';
import { javascriptLiteral, templateHole } from './javascript-literals.ts';
import { load, readImport } from './javascript-modules.ts';
import { methods, pure } from './javascript-names.ts';
import { packages } from './javascript-packages.ts';
import { blockOutside, outsideJavascript } from './javascript-subset.ts';
import { alike, type Call, type Done, type Fold, type Language, names } from './language.ts';
import * as place from './places.ts';
import { refer, text, type Value } from './value.ts';

/** Returns the working directory and the environment of a process. If the options are unknown or name a shell, returns a doubt. */
function where(call: Call, from = 1): Pick<Done, 'cwd' | 'environment' | 'doubt'> {
	const options = optionsOf(call)?.entries;
	const [cwd, environment, shell] = [options?.get('cwd'), options?.get('env'), options?.get('shell')];
	return {
		...unknownOptions(call, from),
		...(cwd !== undefined && { cwd }),
		...(environment !== undefined && { environment }),
		...(shell !== undefined && !/^(true|false|undefined)$/.test(shell.name ?? '') && { doubt: 'a shell of its own' }),
	};
}

const line = (call: Call): Done => ({ uses: [['shell', call.args[0] ?? {}]], ...where(call) });

/** `spawn(program, [arguments], options)` */
function spawn(call: Call): Done {
	const [program = {}, list] = call.args;
	const items = list === undefined || list.entries !== undefined ? [] : (list.items ?? [{}]);
	if (!isTrue(optionsOf(call)?.entries?.get('shell')))
		return { uses: [['argv', { items: [program, ...items] }]], ...where(call, 2) };
	const words = [program, ...items].map((value) => value.text);
	const known = words.every((word) => word !== undefined);
	return { uses: [['shell', known ? text(words.join(' ')) : { prefix: program.text ?? '' }]], ...where(call, 2) };
}

/** `Bun.spawn(['ls'])`, `Bun.spawn({cmd: ['ls']})`, `Deno.run({cmd: […]})` */
function spawnList(call: Call): Done {
	const [first = {}] = call.args;
	return { uses: [['argv', first.items === undefined ? (first.entries?.get('cmd') ?? first) : first]], ...where(call) };
}

/** `new Deno.Command('ls', {args: […]})` */
function denoCommand(call: Call): Done {
	const [program = {}] = call.args;
	const options = optionsOf(call)?.entries;
	const list = options?.get('args');
	return {
		uses: [['argv', { items: [program, ...(list === undefined ? [] : (list.items ?? [{}]))] }]],
		gives: refer('Deno.Command()'),
		...where(call),
	};
}

/** Returns the host of `http.get(url)`, `http.request({hostname})`, `net.connect(port, host)` and `net.connect({host, port})`. */
function hostOf({ args }: Call): Value {
	const options = args.find((value) => value.entries !== undefined)?.entries;
	const [first, second] = args;
	if (first?.isNumber) return second?.text === undefined ? text('localhost') : second;
	return options?.get('hostname') ?? options?.get('host') ?? first ?? {};
}

const request = (call: Call): Done => ({ uses: [['url', hostOf(call)]], gives: { name: '', fetched: true } });
const connect = (call: Call): Done => ({
	uses: [['socket', hostOf(call)]],
	gives: { name: 'net.Socket()', fetched: true },
});

const rows: Language['rows'] = {
	...alike('child_process.exec child_process.execSync', line),
	...alike('child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync', spawn),
	'child_process.fork': 'script',
	...alike('Bun.spawn Bun.spawnSync Deno.run', spawnList),
	'Deno.Command': denoCommand,
	'Bun.$': 'shell',
	...packages,
	...files('fs-extra'),
	...files('fs'),
	...files('fs.promises'),
	...alike('Deno.remove Deno.removeSync', remove),
	...alike('Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync', 'read'),
	...alike('Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Bun.write Deno.mkdir', 'write'),
	...alike('Deno.readDir Deno.readDirSync', 'list'),
	'Bun.file': ({ args: [path] }) => ({ uses: [['read', path ?? {}]], gives: refer('') }),
	...alike('Deno.env.get', 'variable'),
	...alike('process.report.getReport process.report.writeReport', () => ({ uses: [['variable', {}]] })),
	'Deno.env.toObject': () => ({ uses: [['variable', {}]] }),
	...alike('fetch', ({ args: [url] }) => ({ uses: [['url', url ?? {}]], gives: { name: '', fetched: true } })),
	...alike('http.get http.request https.get https.request http2.connect', request),
	...alike('WebSocket EventSource', 'url -> fetched'),
	...alike('net.connect net.createConnection tls.connect Deno.connect Deno.connectTls Bun.connect', connect),
	...alike('dns.lookup dns.resolve dns.resolve4 dns.resolveTxt dns.promises.lookup', 'host'),
	'net.Socket': () => ({ gives: refer('net.Socket()') }),
	'net.Socket().connect': connect,
	...alike('require import module.require process.mainModule.require', load),
	...alike('eval vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script', 'code'),
	Function: ({ args }) => ({ uses: [['code', args.at(-1) ?? text('')]] }),
	'process.chdir': 'directory',
	// They return `process` itself. With `isAssigned`, the gate ignores this value at the end of a statement.
	...alike('process.on process.once process.off', () => ({ gives: { name: 'process', isAssigned: true } })),
	'Buffer.from': ({ args: [, encoding] }) => ({
		gives: encoding === undefined || encoding.text === 'utf8' ? {} : { decoded: true },
	}),
	...alike(
		'atob String.fromCharCode String.fromCodePoint unescape decodeURIComponent zlib.inflateSync zlib.gunzipSync',
		'data -> decoded',
	),
	setTimeout: callback,
	setInterval: callback,
	setImmediate: callback,
};

/** Judges a callback. If it is a string, it is code. */
function callback({ args: [first] }: Call): Done {
	return first?.text === undefined || first.isNumber ? {} : { uses: [['code', first]] };
}

function isUnit({ isNumber, text: digits }: Value): boolean {
	return isNumber === true && Number(digits) <= 0xffff;
}

function keepsText(text: string, encoding: string): boolean {
	return /^utf-?8$/.test(encoding) || (/^(ascii|latin1)$/.test(encoding) && fold.isAscii(text));
}

const bufferFrom: Fold = ({ args: [input, encoding] }) => {
	if (input?.items !== undefined) return asBytes(fold.ascii({ args: [input] }));
	const decoded = input?.text === undefined ? undefined : fold.decode(input.text, encoding?.text ?? 'utf8');
	return decoded === undefined || (encoding !== undefined && encoding.text === undefined)
		? undefined
		: asBytes(text(decoded));
};

/**
 * Marks a value as bytes. Code can change bytes in place in more ways than it can change a list, so a path that is made of bytes is
 * unknown.
 */
const asBytes = (value: Value | undefined): Value | undefined => value && { ...value, isBytes: true };

/** JavaScript, as `node -e`, `bun -e` and `deno eval` run it. */
export const javascript: Language = {
	name: 'javascript',
	grammar: {
		comments: ['//'],
		blocks: [['/*', '*/']],
		quotes: {
			'"': { close: '"', escapes: 'javascript' },
			"'": { close: "'", escapes: 'javascript' },
			'`': { close: '`', escapes: 'javascript', hole: templateHole, form: 'template' },
		},
		word: /[A-Za-z_$][\w$]*/y,
		lines: 'blank',
		literal: javascriptLiteral,
		suspicious: /<!--|-->/,
	},
	keywords: names(
		'const let var function return if else for while do switch case default break continue try catch finally throw new typeof void delete in of instanceof async await yield class extends',
	),
	transparent: names('await new const let var'),
	rows,
	pure,
	methods,
	folds: {
		'Buffer.from': counted([1, 2], bufferFrom),
		atob: counted(1, fold.ofFirst(fold.base64)),
		'String.fromCodePoint': counted([1, 999], fold.characters),
		// A larger number loses its upper bits.
		'String.fromCharCode': (call) => (call.args.every(isUnit) ? fold.characters(call) : undefined),
		unescape: counted(1, fold.ofFirst(fold.percent)),
		decodeURIComponent: counted(1, fold.ofFirst(fold.percent)),
		'.toString': ({ self, args: [encoding] }) =>
			self?.text !== undefined && !self.isNumber && keepsText(self.text, encoding?.text ?? 'utf8')
				? { ...text(self.text), isBytes: false }
				: undefined,
		'.split': ({ self, args: [by, limit] }) =>
			by === undefined || limit !== undefined ? undefined : fold.split(self, by),
		'.reverse': counted(0, fold.reversedSelf),
		'.join': counted([0, 1], ({ self, args: [by] }) => fold.joined(self, by ?? text(','))),
		'.replace': counted(2, ({ self, args: [from, to] }) =>
			self?.text !== undefined && from?.text && to?.text !== undefined && !to.text.includes('$')
				? text(self.text.replace(from.text, () => to.text ?? ''))
				: undefined,
		),
		'.replaceAll': counted(2, fold.replaced),
		'.toLowerCase': counted(
			0,
			fold.ofSelf((input) => input.toLowerCase()),
		),
		'.toUpperCase': counted(
			0,
			fold.ofSelf((input) => input.toUpperCase()),
		),
		'.trim': counted(
			0,
			fold.ofSelf((input) => input.trim()),
		),
		'.concat': ({ self, args }) =>
			self?.text !== undefined && args.every((one) => one.text !== undefined)
				? text(self.text + args.map((one) => one.text).join(''))
				: undefined,
		...Object.fromEntries(['path.join', 'path.posix.join'].map((name) => [name, place.joinedPath])),
		'path.resolve': place.resolved,
		'path.normalize': place.joinedPath,
		'path.dirname': place.parentOf,
		...Object.fromEntries(['fs.realpathSync', 'Deno.realPathSync'].map((name) => [name, place.followed])),
		'os.homedir': place.home,
		...Object.fromEntries(['process.cwd', 'Deno.cwd'].map((name) => [name, place.workingDirectory])),
	},
	constants: {
		__dirname: () => text('.'),
		'path.sep': () => text('/'),
	},
	prints: { 'console.log': [' ', '\n'], 'process.stdout.write': ['', ''] },
	hidden: {
		Reflect: 'data',
		// The name of a module that is loaded late is unknown, but the names of its functions are known.
		...alike('.rmSync .rm .rmdirSync .removeSync .emptyDirSync .remove', 'delete-tree'),
		...alike('.unlinkSync .unlink', 'delete'),
		...alike('.readFileSync .readFile .createReadStream', 'read'),
		...alike('.writeFileSync .appendFileSync .writeFile .appendFile', 'write'),
		...alike('.execSync', 'shell'),
		...alike('.spawnSync .execFileSync', 'words'),
		'Reflect.get': ({ args: [object, name] }) => ({
			gives: object?.name !== undefined && name?.text !== undefined ? refer(`${object.name}.${name.text}`) : {},
		}),
		'Reflect.apply': ({ args: [callee = {}, , list] }) => ({ calls: { callee, args: list?.items ?? [{}] } }),
		'.call': ({ self = {}, args }) => ({ calls: { callee: self, args: args.slice(1) } }),
		'.apply': ({ self = {}, args: [, list] }) => ({ calls: { callee: self, args: list?.items ?? [{}] } }),
		'.bind': ({ self = {} }) => ({ gives: { ...self, isAssigned: true } }),
		'.constructor': ({ args }) => ({ uses: [['code', args.at(-1) ?? {}]] }),
	},
	acting,
	pathMethods: names(''),
	guarded: names('env'),
	check: (tokens) => thisAlone(tokens, methods) ?? blockOutside(tokens),
	outside: outsideJavascript,
	prepare: (tokens) => withFunctions(tokens, isOfLibrary),
	decoders: names(''),
	refused: names(
		'globalThis global window self eval Function Reflect Proxy process module exports Buffer WebAssembly Worker importScripts navigator localStorage sessionStorage crypto Deno Bun async_hooks cluster diagnostics_channel domain inspector repl sea sqlite test trace_events wasi worker_threads',
	),
	environments: names('process.env Bun.env'),
	listsNames: names('Object.keys Object.getOwnPropertyNames Reflect.ownKeys'),
	roots: names('globalThis global window self'),
	banned:
		/^(constructor|__\w+__|prototype|arguments|callee|caller|getPrototypeOf|setPrototypeOf|getOwnPropertyDescriptors?)$/,
	members: names('. ?.'),
	concat: '+',
	hasCommaOperator: true,
	hasOpenProperties: true,
	spreads: names('...'),
	doubtful: names('# @ \\'),
	prefixes: names('+ - ~ ! ++ -- ... *'),
	mutators: names('push pop shift unshift splice sort reverse fill copyWithin assign delete set add'),
	bare: 'none',
	statements: { import: readImport },
};

let roots: ReadonlySet<string> | undefined;

/** Returns whether the language knows a name, or a name below it. */
function isOfLibrary(name: string): boolean {
	roots ??= new Set(
		[...Object.keys(javascript.rows), ...javascript.pure, ...javascript.refused].map((one) =>
			one.replace(/\..*$/s, ''),
		),
	);
	return roots.has(name);
}
