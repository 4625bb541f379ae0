import { names, type Read, type Statement } from './language.ts';
import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';
import { refer, type Value } from './value.ts';

/** Reads `import a, b.c as d`. */
export const readImport: Statement = (tokens, at) => {
	const binds: [string, Value][] = [];
	const modules: string[] = [];
	let i = at + 1;
	for (;;) {
		const path = dotted(tokens, i);
		if (path === undefined) return undefined;
		i = path.end;
		const alias = tokens[i]?.text === 'as' ? tokens[i + 1]?.text : undefined;
		if (alias !== undefined) i += 2;
		const [first = ''] = path.name.split('.');
		modules.push(path.name);
		binds.push([alias ?? first, referTo(alias === undefined ? first : path.name, path.name)]);
		if (!isMark(tokens[i], ',')) return { end: i, binds, modules, ...unknownModule(modules) };
		i++;
	}
};

/**
 * Reads `from a import b as c`. `everythingOf` returns the names that a star imports, and `isKnown` says whether a name of the library is
 * known.
 */
export const readFrom =
	(
		everythingOf: (module: string) => readonly (readonly [string, Value])[],
		isKnown: (name: string) => boolean,
	): Statement =>
	(tokens, at) => {
		const path = dotted(tokens, at + 1);
		if (path === undefined || tokens[path.end]?.text !== 'import') return { end: at + 1, doubt: 'a relative import' };
		const binds: [string, Value][] = [];
		const imported: string[] = [];
		let i = path.end + 1;
		for (let token = tokens[i]; token !== undefined && token.kind !== 'end' && !isMark(token, ';'); token = tokens[i]) {
			i++;
			if (isMark(token, '*'))
				return { end: i, binds: everythingOf(path.name), modules: [path.name], doubt: 'everything of a module' };
			if (token.kind !== 'word') continue;
			const alias = tokens[i]?.text === 'as' ? tokens[i + 1]?.text : undefined;
			if (alias !== undefined) i += 2;
			imported.push(`${path.name}.${token.text}`);
			binds.push([alias ?? token.text, referTo(`${path.name}.${token.text}`, path.name)]);
		}
		return {
			end: i,
			binds,
			// The name may be a module in the folder of the package.
			modules: [path.name, ...(isPackage(path.name) ? imported : [])],
			...unknownMember(path.name, imported, isKnown),
			...unknownModule([path.name]),
		};
	};

/**
 * Returns a doubt if code imports an unknown member. Threat: a module of the library also contains the modules that it uses, such as
 * `logging.os`.
 */
function unknownMember(module: string, imported: readonly string[], isKnown: (name: string) => boolean): Partial<Read> {
	if (!safeModules.has(module) || isPackage(module)) return {};
	const unknown = imported.find((name) => !isKnown(name) && !safeModules.has(name));
	return unknown === undefined ? {} : { doubt: `import ${unknown}` };
}

function unknownModule(modules: readonly string[]): Pick<Read, 'doubt' | 'isOwn'> {
	const unknown = modules.find((module) => !safeModules.has(module));
	const isOwn = modules.every((module) => safeModules.has(module) || isOwnModule(module));
	return unknown === undefined ? {} : { doubt: `import ${unknown}`, isOwn };
}

function referTo(name: string, module: string): Value {
	return isOwnModule(module) ? { ...refer(name), isOwn: true } : refer(name);
}

/** Well-known packages that run commands or statements, often on another machine. */
const executors = names(`
	fabric fabric2 invoke paramiko asyncssh sh plumbum pexpect delegator envoy winrm salt ansible ansible_runner docker kubernetes boto3 botocore
	psycopg psycopg2 pymysql MySQLdb mysql mariadb asyncpg aiomysql aiosqlite peewee sqlmodel databases pymongo motor redis cassandra clickhouse_driver
	oracledb cx_Oracle pyodbc pymssql duckdb snowflake elasticsearch ptyprocess xonsh nbformat nbconvert IPython jupyter_client celery rq dramatiq
	shellescape pyautogui pynput pwn pwnlib rpyc execnet mitogen testinfra local sarge iterfzf zxpy marcel doit nox tox waflib SCons os2 posix nt
	_posixsubprocess distutils code codeop runpy multiprocessing ctypes cffi imp pdb bdb trace profile pip venv ensurepip webbrowser`);

/**
 * Returns whether a module is probably the project's own: it is not a listed module of the standard library, and not known to run its
 * input.
 */
function isOwnModule(module: string): boolean {
	const [first = ''] = module.split('.');
	return !safeModules.has(first) && !executors.has(first);
}

function dotted(tokens: readonly Token[], at: number): { readonly name: string; readonly end: number } | undefined {
	if (tokens[at]?.kind !== 'word') return undefined;
	let name = tokens[at]?.text ?? '';
	let end = at + 1;
	while (isMark(tokens[end], '.') && tokens[end + 1]?.kind === 'word') {
		name += `.${tokens[end + 1]?.text}`;
		end += 2;
	}
	return { name, end };
}

/** Well-known packages. If one is not installed, Python loads a folder of the checkout with this name. */
const packages = names(
	'requests httpx yaml numpy pandas pytest django flask setuptools packaging click jinja2 pydantic sqlalchemy fastapi',
);

/** Returns whether a module belongs to such a package. */
export function isPackage(module: string): boolean {
	return packages.has(module.replace(/\..*/, ''));
}

/** Returns the files that an import may run in place of a module. */
export function shadows(module: string): readonly string[] {
	const [first = '', ...inner] = module.split('.');
	const paths = isPackage(module) && inner.length > 0 ? [first, [first, ...inner].join('/')] : [first];
	return paths.flatMap((path) => ['.py', '.pyc', '.so', '/__init__.py'].map((end) => `${path}${end}`));
}

/** Modules of the standard library, and well-known ones, whose import has no effect. */
const safeModules: ReadonlySet<string> = new Set([
	...packages,
	...names(`
	os os.path sys re json math time datetime collections itertools functools string random statistics textwrap pprint
	subprocess shutil pathlib pty socket urllib urllib.request urllib.parse urllib.error http http.client
	base64 binascii codecs hashlib hmac struct zlib gzip uuid platform decimal fractions operator glob fnmatch tempfile
	csv io copy types typing enum dataclasses calendar locale unicodedata difflib heapq bisect array numbers cmath
	contextlib abc html html.parser xml xml.etree.ElementTree configparser tomllib ast keyword tokenize inspect
	signal errno stat shlex getpass commands importlib importlib.metadata sysconfig site traceback warnings secrets
	ftplib smtplib telnetlib zipfile tarfile __future__ importlib.util dis timeit sqlite3 ssl zoneinfo ipaddress asyncio
	email email.utils colorsys mimetypes this linecache filecmp logging argparse builtins weakref
	json.decoder json.encoder collections.abc concurrent.futures threading queue graphlib reprlib symtable token tracemalloc
	xml.dom xml.dom.minidom html.entities http.cookies email.message email.parser email.policy importlib.machinery importlib.resources
	cProfile pstats resource copyreg optparse stringprep string.templatelib wave sched pkgutil`),
]);
