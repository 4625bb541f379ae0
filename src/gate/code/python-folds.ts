import { posix } from 'node:path';
import { exactTable, holdsOnly } from './exact-folds.ts';
import * as fold from './folds.ts';
import { type Call, type Fold, type Language, names, type Places } from './language.ts';
import * as place from './places.ts';
import { joinedNames, refer, text, type Value } from './value.ts';

/** Characters for which these folds give the same results as Python's functions. */
const plain = /^[\t\n\v\f\r -~]*$/;

/** Returns folds that are computed only for exactly these numbers of arguments. */
const taking = (least: number, most: number, table: Language['folds']): Language['folds'] =>
	exactTable([least, most], table, plain);

/** Functions of Python that are computed if all their inputs are constant. */
export const folds: Language['folds'] = {
	...taking(0, 0, {
		'.upper': fold.ofSelf((input) => input.toUpperCase()),
		'.lower': fold.ofSelf((input) => input.toLowerCase()),
		'.strip': fold.ofSelf((input) => input.trim()),
		...alikeFold('os.getcwd os.getcwdb', place.workingDirectory),
		'pathlib.Path.home': asPath(place.home),
		'pathlib.Path.cwd': asPath(place.workingDirectory),
		'pathlib.Path().expanduser': asPath(({ self, places }) => expandUser(self, places)),
		...alikeFold(
			'pathlib.Path().absolute pathlib.Path().resolve',
			asPath((call) => place.followed({ ...call, args: [call.self ?? {}] })),
		),
		...alikeFold('pathlib.Path().as_posix pathlib.Path().__str__', ({ self }) => self),
	}),
	...taking(0, 1, {
		'.split': ({ self, args: [by] }) => fold.split(self, by),
		'.decode': ({ self, args: [encoding] }) => {
			const decoded = self?.text === undefined ? undefined : fold.decode(self.text, encoding?.text ?? 'utf8');
			return decoded === undefined ? undefined : { ...text(decoded), isBytes: false };
		},
		'.encode': ({ self, args: [encoding] }) =>
			self?.text !== undefined && /^(utf-?8|ascii|latin-?1)$/i.test(encoding?.text ?? 'utf8')
				? { ...text(self.text), isBytes: true }
				: undefined,
	}),
	...taking(1, 1, {
		...alikeFold(
			'base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes binascii.a2b_base64',
			bytesOf(fold.ofFirst(fold.base64)),
		),
		...alikeFold(
			'binascii.unhexlify binascii.a2b_hex bytes.fromhex bytearray.fromhex base64.b16decode',
			bytesOf(fold.ofFirst(fold.hex)),
		),
		chr: fold.characters,
		bytes: bytesOf((call) =>
			call.args[0]?.items ? fold.ascii(call) : call.args[0]?.isNumber ? undefined : call.args[0],
		),
		bytearray: bytesOf((call) => (call.args[0]?.items ? fold.ascii(call) : undefined)),
		list: ({ args: [list] }) => (list?.items === undefined && list?.each === undefined ? undefined : asList(list)),
		reversed: ({ args: [list] }) =>
			list?.items !== undefined ? { items: [...list.items].reverse() } : characterList(list, true),
		'.join': ({ self, args: [list] }) =>
			fold.joined(list?.items === undefined ? characterList(list, false) : list, self),
		'os.path.expanduser': ({ args: [path], places }) => expandUser(path, places),
		'os.path.abspath': place.resolved,
		'os.path.realpath': place.followed,
		...alikeFold('os.path.normcase os.fspath os.fsdecode str', sameText),
		'os.path.normpath': normalized,
		'os.path.dirname': parentOf,
		'os.path.expandvars': ({ args: [path], places }) => expandVariables(path?.text, places),
		'shlex.split': ({ args: [line] }) =>
			line?.text !== undefined && !/["'\\]/.test(line.text) ? fold.split(line, undefined) : undefined,
	}),
	...taking(1, 2, { int: integer }),
	...taking(2, 2, {
		'codecs.decode': ({ args: [input, encoding] }) => {
			const decoded = input?.text && encoding?.text ? fold.decode(input.text, encoding.text) : undefined;
			return decoded === undefined ? undefined : text(decoded);
		},
		map: ({ args: [by, list] }) => fold.mapped(list, by, names('chr')),
		'.replace': fold.replaced,
	}),
	...taking(1, 100, {
		'%': ({ self, args }) => (self?.isBytes ? undefined : fold.filled(self, /%[sd]/, args)),
		'os.path.join': ({ args }) => joinPaths(args),
	}),
	'.format': formatted,
	...alikeFold('sorted set tuple', ({ args: [list] }) => (list?.each === undefined ? undefined : { each: list.each })),
};

/** Returns the same items, but not as a tuple. */
function asList({ isTuple: _, ...list }: Value): Value {
	return list;
}

/** Joins the parts of a path. An absolute part replaces the parts before it. */
export function joinPaths(args: readonly Value[]): Value | undefined {
	if (args.length === 0) return text('.');
	const among = joinedNames(args, '/');
	if (among !== undefined) return { among };
	const texts = args.map((value) => value.text);
	if (texts.some((one) => one === undefined)) return undefined;
	const after = (before: string, one: string) =>
		before === '' || before.endsWith('/') ? before + one : `${before}/${one}`;
	return text(texts.reduce((before = '', one = '') => (one.startsWith('/') ? one : after(before, one))) ?? '');
}

/** Joins the parts of a `Path`, which drops `.` and slashes that it does not need. */
export function pathOf(args: readonly Value[]): Value {
	const joined = joinPaths(args) ?? {};
	if (joined.text === undefined) return joined;
	if (/^\/\/(?!\/)/.test(joined.text)) return {};
	const parts = joined.text.split('/').filter((part) => part !== '' && part !== '.');
	return text((joined.text.startsWith('/') ? '/' : '') + parts.join('/') || '.');
}

function normalized(call: Call): Value | undefined {
	const path = sameText(call)?.text;
	// Two slashes at the start have a special meaning.
	return path === undefined || /^\/\/(?!\/)/.test(path)
		? undefined
		: text(posix.normalize(path).replace(/(?<=.)\/$/, ''));
}

function expandUser(path: Value | undefined, places: Places): Value | undefined {
	const found = path?.text === undefined ? undefined : place.expandUser(path.text, places);
	return found === undefined ? undefined : text(found);
}

/** Reads the number in a string of plain digits. */
function integer(call: Call): Value | undefined {
	const [input, base] = call.args;
	const radix = base === undefined ? 10 : base.isNumber ? Number(base.text) : 0;
	const digits = '0123456789abcdefghijklmnopqrstuvwxyz'.slice(0, radix);
	const isPlainNumber = input?.text !== undefined && [...input.text.toLowerCase()].every((one) => digits.includes(one));
	return isPlainNumber ? fold.asNumber(call) : undefined;
}

/** Marks the result of a decoder as bytes, until it is decoded as text. */
function bytesOf(one: Fold): Fold {
	return (call) => {
		const value = one(call);
		return value === undefined ? undefined : { ...value, isBytes: true };
	};
}

function characterList(value: Value | undefined, isReversed: boolean): Value | undefined {
	if (value?.text === undefined) return undefined;
	const characters = [...value.text];
	return { items: (isReversed ? characters.reverse() : characters).map(text) };
}

function alikeFold(list: string, one: Language['folds'][string]): Language['folds'] {
	return Object.fromEntries([...names(list)].map((name) => [name, one]));
}

/** Computes functions that do not change a string. For bytes and objects, the result is a different string. */
function sameText({ args: [one] }: Call): Value | undefined {
	return one?.text === undefined || one.isBytes
		? undefined
		: { text: one.text, ...(one.isNumber && { isNumber: true }) };
}

/** Returns everything before the last slash. */
function parentOf({ args: [path] }: Call): Value | undefined {
	const head = path?.text?.slice(0, path.text.lastIndexOf('/') + 1);
	return head === undefined ? undefined : text(/[^/]/.test(head) ? head.replace(/\/+$/, '') : head);
}

function expandVariables(path: string | undefined, places: Places): Value | undefined {
	const found = path?.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, bare?: string) => {
		return place.environmentText(braced ?? bare, places)?.text ?? whole;
	});
	return found === undefined || found.includes('$') ? undefined : text(found);
}

function asPath(one: Fold): Fold {
	return (call) => {
		const found = one(call);
		return found === undefined ? undefined : { ...refer('pathlib.Path()'), ...found };
	};
}

/** Modules of the standard library that are files or folders of Python. */
const libraryModules = names(`
	json functools argparse dataclasses typing pathlib re os shutil subprocess collections contextlib inspect ast tokenize logging unittest
	asyncio http http.client urllib.request urllib.parse email csv random statistics textwrap string enum copy tempfile glob fnmatch
	difflib calendar decimal fractions html configparser traceback types warnings importlib threading queue heapq bisect uuid base64`);
const libraryFolders = names('json re collections logging unittest asyncio http email html importlib');

function libraryFile(name: string): Value {
	return text(`/usr/lib/python3/${name.replaceAll('.', '/')}${libraryFolders.has(name) ? '/__init__' : ''}.py`);
}

/** Attributes that are computed: the directory of a path, letters, the separator of directories. */
export const constants: NonNullable<Language['constants']> = {
	'pathlib.Path().parent': ({ self }) => ({
		...refer('pathlib.Path()'),
		...(place.parentOf({ args: [self ?? {}] }) ?? {}),
	}),
	...Object.fromEntries([...libraryModules].map((name) => [`${name}.__file__`, () => libraryFile(name)])),
	'os.sep': () => text('/'),
	'os.path.sep': () => text('/'),
	'os.curdir': () => text('.'),
	'os.pardir': () => text('..'),
	'string.ascii_lowercase': () => text('abcdefghijklmnopqrstuvwxyz'),
	'string.ascii_letters': () => text('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
};

/** Computes `'{} {0} {name}'.format(…)`. */
function formatted({ self, args, named }: Call): Value | undefined {
	if (self?.text === undefined || self.isNumber || self.isBytes) return undefined;
	let next = 0;
	let isKnown = [self, ...args, ...named.values()].every((value) => holdsOnly(value, plain));
	const found = self.text.replace(/\{(\w*)\}|[{}]/g, (whole, key?: string) => {
		const value = key === '' ? args[next++] : /^\d+$/.test(key ?? '') ? args[Number(key)] : named.get(key ?? '');
		if (key === undefined || value?.text === undefined || value.isBytes) isKnown = false;
		return value?.text ?? whole;
	});
	return isKnown ? text(found) : undefined;
}
