import { posix } from 'node:path';
import { locate } from '../locate.ts';
import { nearFile } from './declared.ts';
import { type Finding, opaque, type Scope } from './program.ts';
import { runsFile } from './roles.ts';
import { constant } from './word.ts';

/**
 * Modules of the standard libraries of Python, Ruby and Perl, by the form of their file names. The interpreter loads them at the start, or
 * other library modules import them. Modules that are loaded only if code names them are left out: `test`, `tkinter`, `venv`.
 */
const libraries: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
	[
		/^(\w+)\.(?:pyc?|so|[\w-]+(?:\.[\w-]+)*\.so)$/,
		named(`
			sitecustomize usercustomize _abc _ast _asyncio _bisect _blake2 _bz2 _codecs _collections _collections_abc _compat_pickle _compression
			_contextvars _crypt _csv _ctypes _datetime _decimal _elementtree _functools _hashlib _heapq _json _locale _lzma _markupbase _md5
			_multiprocessing _opcode _operator _osx_support _pickle _posixshmem _posixsubprocess _py_abc _pydatetime _pydecimal _pyio _queue
			_random _sha1 _sha2 _sha256 _sha3 _sha512 _signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime
			_struct _symtable _sysconfigdata _threading_local _tokenize _typing _uuid _weakref _weakrefset _zoneinfo
			abc argparse array ast asyncio atexit base64 bdb binascii bisect bz2 calendar cmath cmd code codecs codeop collections colorsys
			compileall compression concurrent configparser contextlib contextvars copy copyreg csv ctypes dataclasses datetime dbm decimal
			difflib dis distutils doctest email encodings enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools
			genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imp importlib inspect io ipaddress json
			keyword linecache locale logging lzma marshal math mimetypes mmap modulefinder multiprocessing netrc ntpath nturl2path numbers
			opcode operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib posixpath pprint profile pstats pty pwd
			py_compile pyclbr pydoc pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors
			shelve shlex shutil signal site smtplib socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
			stringprep struct subprocess symtable sysconfig tabnanny tarfile telnetlib tempfile termios textwrap threading timeit token
			tokenize tomllib trace traceback tracemalloc tty types typing unicodedata unittest urllib uu uuid warnings wave weakref xml
			zipapp zipfile zipimport zlib zoneinfo`),
	],
	[
		/^(\w+)\.(?:rb|so)$/,
		named(`
			rubygems did_you_mean error_highlight syntax_suggest bundled_gems monitor rbconfig set json yaml psych csv date time uri strscan stringio
			fileutils tempfile tmpdir open3 optparse ostruct pathname pp prettyprint securerandom shellwords erb digest socket timeout delegate
			forwardable singleton etc zlib openssl bundler racc ripper io`),
	],
	[
		/^(\w+)\.pmc?$/,
		named(
			'strict warnings Carp Exporter XSLoader DynaLoader POSIX Config vars overload utf8 feature constant base parent lib integer bytes re',
		),
	],
];

function named(list: string): ReadonlySet<string> {
	return new Set(list.trim().split(/\s+/));
}

/**
 * Returns the names in a folder that replace library modules if an interpreter searches that folder first. A folder without `__init__`
 * replaces nothing. Returns undefined if the names are unknown.
 */
export function standIns(folder: string, { facts, cwd }: Scope): readonly string[] | undefined {
	const place = cwd === undefined ? undefined : locate(facts, folder, cwd);
	if (place?.inside !== true) return [];
	const at = posix.join(facts.root, place.path);
	const isPackage = (name: string) =>
		facts.entries?.(posix.join(at, name))?.some((inner) => /^__init__\.(pyc?|.*so)$/.test(inner.name)) !== false;
	const names = facts.entries?.(at)?.map(({ name }) => name);
	return names?.filter((name) => {
		if (libraries[0]?.[1].has(name) === true) return isPackage(name);
		return libraries.some(([form, modules]) => modules.has(form.exec(name)?.[1] ?? ''));
	});
}

/** Returns whether an interpreter may load a file instead of a library module, by the name of the file or of its package. */
export function replacesLibrary(path: string): boolean {
	const [name = '', folder] = path.split('/').reverse();
	if (/^__init__\.(pyc?|.*so)$/.test(name)) return libraries[0]?.[1].has(folder ?? '') === true;
	const isPackage = libraries[0]?.[1].has(name) === true;
	return isPackage || libraries.some(([form, modules]) => modules.has(form.exec(name)?.[1] ?? ''));
}

/**
 * Returns the findings for files in the current folder that an interpreter would run instead of library modules. `files` are left out,
 * because they run anyway.
 */
export function runsStandIns(scope: Scope, files: readonly string[]): readonly Finding[] {
	const untold = opaque('whether a file stands in for a module of the library cannot be told');
	const found = standIns('.', scope);
	const others = found?.filter((name) => !files.includes(name)).flatMap((name) => runsFile(constant(name), scope));
	return others ?? [untold];
}

/** Returns the findings for files of the checkout that `python -m` would run instead of an installed module or of library modules. */
export function ranInstead(module: string, scope: Scope): readonly Finding[] {
	const [first = ''] = module.split('.');
	const own = [`${first}.py`, `${first}/__init__.py`].filter((path) => nearFile(scope, [path]) !== undefined);
	return [...own.flatMap((path) => runsFile(constant(path), scope)), ...runsStandIns(scope, own)];
}
