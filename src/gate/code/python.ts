import { alike, type Call, type Done, type Language, names } from './language.ts';
import { known } from './meanings.ts';
import { changesLists } from './python-changes.ts';
import { acting, closed, withoutDecorators } from './python-classes.ts';
import { documentRows, isHarmlessMethod, opened, pathMethods } from './python-documents.ts';
import { constants, folds, joinPaths, pathOf } from './python-folds.ts';
import { readFrom, readImport, shadows } from './python-imports.ts';
import { isInert } from './python-inert.ts';
import { pythonLiteral } from './python-literals.ts';
import { libraryModules, methods, pure } from './python-names.ts';
import { processRows } from './python-processes.ts';
import { outsidePython } from './python-subset.ts';
import { dottedFilesOf, filesOf, refer, text, type Value, withEntries } from './value.ts';

function open({ args, named }: Call): Done {
	const path = args[0] ?? named.get('file') ?? {};
	const mode = args[1] ?? named.get('mode') ?? text('r');
	const odd = [...named.keys()].find((name) => !/^(file|mode|encoding|errors|newline|buffering|closefd)$/.test(name));
	if (path.isNumber) return { gives: opened };
	const isRead = mode.text !== undefined && /^[rbtU]+$/.test(mode.text);
	const doubt = odd ?? (mode.text === undefined ? 'a mode that cannot be known' : undefined);
	return { uses: [[isRead ? 'read' : 'write', path]], gives: opened, ...(doubt && { doubt }) };
}

/** Judges an archive. If code writes an archive, this is a doubt, because the call reads the files that it packs. */
function archive(call: Call): Done {
	const done = open(call);
	const isRead = done.uses?.every(([use]) => use === 'read') === true;
	return isRead ? done : { ...done, doubt: 'an archive that is written' };
}

/** `Path('x').open('w')` */
function openPath(call: Call): Done {
	return open({ ...call, args: [call.self ?? {}, ...call.args] });
}

/** Judges a string with variables. Each variable that it names becomes part of the result. */
function expandsVariables(path: Value | undefined): Done {
	if (path?.text === undefined) return { doubt: 'variables that a text names' };
	const named = [...path.text.matchAll(/\$(?:\{([^}]*)\}|(\w+))/g)];
	return { uses: named.map(([, braced, bare]) => ['variable', text(braced ?? bare ?? '')]) };
}

function importByName({ args: [module] }: Call): Done {
	const about = { doubt: 'an import by name' };
	return module?.text === undefined ? about : { ...about, gives: refer(module.text) };
}

/** Judges `timeit`. An argument that is a string is code. An argument that is a function of the code itself has already been judged. */
function timed({ args, named, source, defines }: Call): Done {
	const [first, second] = source;
	const isFunction =
		first?.kind === 'word' &&
		(first.text === 'lambda' || (defines?.(first.text) === true && (second === undefined || second.text === ',')));
	const given = [...args.slice(isFunction ? 1 : 0, 2), ...['stmt', 'setup'].flatMap((name) => named.get(name) ?? [])];
	const texts = given.map((one) => (one.options ?? [one]).map((option) => option.text));
	if (texts.flat().includes(undefined))
		return { doubt: 'code that cannot be known', uses: given.map((one) => ['code', one]) };
	const setup = named.get('setup')?.text ?? args[1]?.text ?? '';
	return { uses: texts.flat().map((code) => ['code-apart', text(`${setup}\n${code}`)]) };
}

/**
 * Judges `inspect.getsource`. Threat: compiled code can name any file as its source. So it takes only functions and classes of the code.
 */
function sourceOf({ source: [first, ...more], defines }: Call): Done {
	const isOwn = first?.kind === 'word' && more.length === 0 && defines?.(first.text) === true;
	return { isHandedOn: true, gives: {}, ...(!isOwn && { doubt: 'the source of a value' }) };
}

function attribute({ args: [object, name] }: Call): Done {
	const about = { doubt: 'an attribute by name' };
	return object?.name && name?.text ? { ...about, gives: refer(`${object.name}.${name.text}`) } : about;
}

/** Returns the functions of a module that have rows, by their last names. */
function everythingOf(module: string): readonly (readonly [string, Value])[] {
	const found = Object.keys(rows).filter((name) => name.slice(0, name.lastIndexOf('.')) === module);
	return found.map((name) => [name.slice(module.length + 1), refer(name)]);
}

const rows: Language['rows'] = {
	...processRows,
	'os.startfile': 'script',
	...alike('eval exec', 'code'),
	execfile: 'script',
	'runpy.run_path': 'script',
	...alike('__import__ importlib.import_module', importByName),
	getattr: attribute,
	...alike('open io.open codecs.open os.fdopen gzip.open bz2.open lzma.open', open),
	'os.open': 'write',
	...alike(
		'os.readlink linecache.getlines linecache.getline xml.etree.ElementTree.parse xml.etree.ElementTree.iterparse xml.dom.minidom.parse',
		'read',
	),
	'filecmp.cmp': 'read read',
	...alike('zipfile.ZipFile tarfile.open', archive),
	'os.listdir': ({ args: [path], named }) => ({
		uses: [['list', path ?? named.get('path') ?? text('.')]],
		gives: { each: { among: '*' } },
	}),
	...alike('os.scandir os.walk os.fwalk', ({ args: [path], named }) => ({
		uses: [['list', path ?? named.get('top') ?? named.get('path') ?? text('.')]],
	})),
	...alike('glob.glob glob.iglob', ({ args: [path], named }) => {
		const pattern = path ?? named.get('pathname') ?? {};
		return {
			uses: [['list', pattern]],
			gives: named.has('root_dir') ? {} : (named.has('include_hidden') ? dottedFilesOf : filesOf)(pattern),
		};
	}),
	...alike('pathlib.Path().iterdir pathlib.Path().walk', 'self:list'),
	...alike('pathlib.Path().glob pathlib.Path().rglob', ({ name, self, args: [pattern] }) => {
		const below = name.endsWith('.rglob') ? [text('**')] : [];
		const all = joinPaths([self ?? {}, ...below, pattern ?? {}]) ?? {};
		return { uses: [['list', all]], gives: dottedFilesOf(all, 'pathlib.Path()') };
	}),
	...alike('os.remove os.unlink os.rmdir', 'delete'),
	...alike('os.removedirs shutil.rmtree', 'delete-tree'),
	...alike('os.rename os.renames os.replace shutil.move', 'delete write'),
	...alike('shutil.copy shutil.copy2 shutil.copyfile os.link', 'read write'),
	...alike('shutil.copytree os.symlink', 'read-tree write'),
	...alike('os.mkdir os.makedirs os.truncate os.mkfifo os.mknod', 'write'),
	'os.chdir': 'directory',
	// `dir` returns only names, and `hasattr` returns only whether a name exists.
	...alike('hasattr dir', () => ({ isHandedOn: true, gives: {} })),
	// For a module, `help` prints the values of its variables.
	help: ({ args: [first] }) =>
		first?.name === 'os'
			? { uses: [['variable', {}]] }
			: pure.has(first?.name ?? '')
				? { isHandedOn: true }
				: { doubt: 'help' },
	'argparse.ArgumentParser': ({ args, named }) =>
		named.has('fromfile_prefix_chars') || args.length > 1 ? { doubt: 'arguments in a file' } : {},
	...alike('inspect.signature inspect.getdoc inspect.getfile', ({ named }) => ({
		isHandedOn: true,
		gives: {},
		...(named.has('eval_str') && { doubt: 'annotations that are code' }),
	})),
	...alike('inspect.getsource inspect.getsourcelines', sourceOf),
	'importlib.util.find_spec': ({ args: [module] }) =>
		module?.text === undefined || module.text.includes('.') ? { doubt: 'an import by name' } : {},
	...alike('timeit.timeit timeit.repeat', timed),
	'logging.basicConfig': ({ named }) => ({
		uses: named.has('filename') ? [['write', named.get('filename') ?? {}]] : [],
		...(/^%?$/.test(named.get('style')?.text ?? (named.has('style') ? '?' : ''))
			? {}
			: { doubt: 'a style of logging' }),
	}),
	'os.environ.get': 'variable',
	...alike('os.environ.setdefault os.environ.pop', ({ args: [name] }) => ({
		uses: [['variable', name ?? {}]],
		doubt: 'a change of the environment',
	})),
	'os.environ.update': () => ({ doubt: 'a change of the environment' }),
	'unittest.mock.patch.dict': ({ args: [, ...values] }) => ({
		uses: values.map((value) => ['data', value]),
		isHandedOn: true,
	}),
	'os.environ.copy': ({ self }) => ({ gives: self ?? {} }),
	'os.getenv': 'variable',
	'os.path.expandvars': ({ args: [path], named }) => expandsVariables(path ?? named.get('path')),
	// Modules that another module contains, and functions that read attributes by name.
	...alike(
		'ast.sys ast.re ast.main ast.contextmanager ast.nullcontext ipaddress.functools operator.attrgetter operator.methodcaller',
		({ name }) => ({ doubt: name }),
	),
	// The results of these functions may be called. They create a tuple, or call a function of the code itself.
	...alike('collections.namedtuple functools.lru_cache functools.cache', () => ({ gives: refer('') })),
	'functools.partial': ({ args: [first] }) => (first?.name === '' ? { gives: refer('') } : {}),
	dict: ({ args: [first], named }) =>
		first?.name === 'os.environ'
			? { gives: { ...first, ...withEntries([first], named) }, isHandedOn: true }
			: first === undefined
				? { gives: { entries: named } }
				: {},
	...alike('pathlib.Path pathlib.PurePath pathlib.PosixPath', ({ args }) => ({
		gives: { ...pathOf(args), name: 'pathlib.Path()' },
	})),
	...alike('pathlib.Path.home pathlib.Path.cwd', () => ({ gives: refer('pathlib.Path()') })),
	...alike('pathlib.Path().joinpath pathlib.Path()./', ({ self, args }) => ({
		gives: { ...pathOf([self ?? {}, ...args]), name: 'pathlib.Path()' },
	})),
	...alike('pathlib.Path().unlink pathlib.Path().rmdir', 'self:delete'),
	...alike(
		'pathlib.Path().write_text pathlib.Path().write_bytes pathlib.Path().touch pathlib.Path().mkdir',
		'self:write',
	),
	...alike('pathlib.Path().read_text pathlib.Path().read_bytes', 'self:read'),
	...alike('pathlib.Path().rename pathlib.Path().replace', 'self:delete write'),
	...alike('pathlib.Path().copy pathlib.Path().copy_into', 'self:read-tree write'),
	...alike('pathlib.Path().expanduser pathlib.Path().resolve pathlib.Path().absolute', () => ({
		gives: refer('pathlib.Path()'),
	})),
	'pathlib.Path().open': openPath,
	...alike('urllib.request.urlopen urllib.urlopen urllib2.urlopen urllib.request.Request', 'url -> fetched'),
	...alike('urllib.request.urlretrieve urllib.urlretrieve', 'url write'),
	...alike(
		'requests.get requests.post requests.put requests.delete requests.head requests.patch requests.options httpx.get httpx.post httpx.put httpx.delete httpx.head',
		'url -> fetched',
	),
	...alike('requests.request httpx.request', 'data url -> fetched'),
	...alike('http.client.HTTPConnection http.client.HTTPSConnection', 'host -> fetched'),
	...alike('ftplib.FTP smtplib.SMTP smtplib.SMTP_SSL telnetlib.Telnet', 'host -> fetched'),
	'socket.socket': () => ({ gives: refer('socket.socket()') }),
	'socket.create_connection': ({ args: [host] }) => ({
		uses: [['socket', host ?? {}]],
		gives: { name: 'socket.socket()', fetched: true },
	}),
	...alike('socket.socket().connect socket.socket().connect_ex', 'socket'),
	...alike('socket.socket().recv socket.socket().makefile', () => ({ gives: { name: '', fetched: true } })),
	...alike('socket.gethostbyname socket.getaddrinfo', 'host'),
	...alike(
		'base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes base64.b32decode base64.b16decode base64.b85decode base64.a85decode binascii.unhexlify binascii.a2b_base64 binascii.a2b_hex bytes.fromhex bytearray.fromhex codecs.decode zlib.decompress gzip.decompress bz2.decompress lzma.decompress marshal.loads',
		'data -> decoded',
	),
	...alike('chr bytes bytearray', 'data -> decoded'),
	...alike('dotenv.dotenv_values dotenv.get_key', ({ args: [path], named }) => ({
		uses: [['read', path ?? named.get('dotenv_path') ?? text('.env')]],
	})),
	...documentRows,
};

const prefixes = names('+ - ~ * ** := ::');

/** Python, as `python -c` runs it. */
export const python: Language = {
	name: 'python',
	grammar: {
		comments: ['#'],
		blocks: [],
		quotes: {},
		word: /[A-Za-z_]\w*/y,
		lines: 'end-outside-brackets',
		literal: pythonLiteral,
	},
	keywords: names(
		'and or not in is if elif else for while break continue return yield pass try except finally raise with as def class lambda del assert global nonlocal async await',
	),
	transparent: names('await'),
	rows,
	pure,
	methods,
	folds,
	constants,
	lookup: (table, key) => {
		if (/^(globals\(\)|builtins|__builtins__)(\.__dict__)?$/.test(table)) return key;
		if (table === 'sys.modules') return key;
		if (table.endsWith('.__dict__')) return `${table.slice(0, -'.__dict__'.length)}.${key}`;
		return key === '__dict__' && table !== '' ? `${table}.__dict__` : undefined;
	},
	hidden: {
		...alike('__builtins__ builtins sys.modules', 'data'),
		...alike('globals locals', () => ({ gives: refer('globals()') })),
		vars: ({ args: [object] }) => ({ gives: refer(object?.name ? `${object.name}.__dict__` : 'globals()') }),
		...alike('.unlink .rmdir .rmtree', () => ({ uses: [['delete', {}]] })),
		...alike('.read_text .read_bytes', () => ({ uses: [['read', {}]] })),
	},
	refused: names(
		'globals locals vars setattr delattr breakpoint __builtins__ __loader__ __spec__ reload apply raw_input unichr',
	),
	prints: { print: [' ', '\n'], 'sys.stdout.write': ['', ''] },
	opens: (attribute) => !/^_|__/.test(attribute) && !closed.has(attribute),
	acting,
	isInert,
	prepare: withoutDecorators,
	outside: outsidePython,
	pathMethods,
	isHarmlessMethod,
	decoders: names('chr'),
	environments: names('os.environ os.environb posix.environ nt.environ'),
	argumentList: { name: 'sys.argv', before: 1 },
	takesNames: names(
		'inspect.getsource inspect.getsourcelines inspect.getfile inspect.getsourcefile inspect.signature inspect.getdoc inspect.getmodule inspect.isfunction inspect.isclass hasattr dir',
	),
	listsNames: names('list sorted set len tuple'),
	members: names('.'),
	concat: '+',
	joinsLists: true,
	countsFromEnd: true,
	repeat: '*',
	juxtaposes: 'texts',
	hasTuples: true,
	spreads: names('* **'),
	doubtful: names('@ ? $ ! \\ `'),
	prefixes,
	mutators: names(
		'append extend insert pop remove sort reverse clear update setdefault del shuffle heappush heappushpop heapreplace heappop heapify insort insort_left insort_right',
	),
	changes: changesLists,
	bare: 'none',
	obeyed: names('sys.path'),
	callsNames: true,
	statements: { import: readImport, from: readFrom(everythingOf, (name) => known(python, name) !== undefined) },
	library: [...libraryModules],
	shadows,
};
