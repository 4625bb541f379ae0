import { isCredential } from '../sensitive.ts';
import { type Call, type Done, type Language, names } from './language.ts';
import { refer, type Value } from './value.ts';

/** An open file, or a string in memory that code writes to like a file. Its content goes nowhere else. */
const openFile = 'open()';

/** The result of `open` and similar functions. */
export const opened: Value = refer(openFile);

/** The module whose documents have a method `.write` that takes the name of a file. */
const documents = 'ElementTree';

/**
 * Judges `.write`. A file's method takes the text, and a document's method takes the target. Threat:
 * `E.parse('x.xml').write('.git/config')` writes any text into any file. The kind of an object is not always known. Therefore, if the code
 * uses documents at all, each object that is not a file is treated as a document.
 */
function write({ self, args: [first], named, mentions }: Call): Done {
	const target = first ?? named.get('file_or_filename');
	if (mentions?.(documents) !== true || self?.name === openFile || target?.name === openFile)
		return { isContent: true };
	return { uses: [['write', target ?? {}]] };
}

/** Judges `.copy`. A list takes no argument. A path takes a target: `p.copy('.git/config')`. */
function copy({ args, named }: Call): Done {
	const [target] = [...args, ...named.values()];
	return target === undefined ? {} : { uses: [['write', target]] };
}

/** Judges `ElementTree(file='x.xml')`, which reads the file. */
function document({ args: [, second], named }: Call): Done {
	const source = second ?? named.get('file');
	return source === undefined || source.name === openFile ? {} : { uses: [['read', source]] };
}

/** Judges the file name that a call gives to code. Threat: if the code is invalid, Python shows a line of this file. */
function sourceName({ args: [, second], named, source }: Call): Done {
	const file = second ?? named.get('filename');
	const isSpread = source.some((token) => token.kind === 'mark' && token.text === '*');
	const name = file?.text ?? '';
	const isNone = file === undefined || /^<[^/]*>$/.test(name) || (/^\w+$/.test(name) && !isCredential(name));
	return isNone ? { ...(isSpread && { doubt: 'arguments that cannot be known' }) } : { uses: [['read', file]] };
}

/** Judges `.read`. A parser takes the names of files, and an open file takes a number of characters. */
function readMethod({ args: [first], named, mentions }: Call): Done {
	const what = first ?? named.get('filenames');
	const files = what === undefined ? [] : (what.items ?? [what]).filter((one) => one.isNumber !== true);
	const isParser = mentions?.('configparser') === true || named.has('filenames');
	return { uses: (isParser ? files : files.filter((one) => one.text !== undefined)).map((one) => ['read', one]) };
}

/**
 * Judges `.replace`. It moves a path with one argument, and changes a string with two. As a method of the class, it also takes the path:
 * `type(p).replace(p, q)`. Dates have named arguments for their parts. Any other named argument may set the file name of compiled code.
 */
function replace({ args, named, mentions }: Call): Done {
	const isOdd = [...named.keys()].some(
		(name) => !/^(count|year|month|day|hour|minute|(micro)?second|tzinfo|fold)$/.test(name),
	);
	const isMove = args.length === 1 && named.size === 0;
	const isOfClass = mentions?.('type') === true && mentions('pathlib');
	return isOdd || isMove || isOfClass ? { doubt: '.replace' } : {};
}

/** Judges `compile`. Its result may become the code of a function, so a constant text is judged immediately. */
function compiled(call: Call): Done {
	const [code = {}] = call.args;
	const { uses = [], ...rest } = sourceName(call);
	return { ...rest, uses: code.text === undefined ? uses : [...uses, ['code', code]], gives: code };
}

/** Returns whether a format shows only its arguments. Threat: `'{0.__globals__}'.format(f)` shows the global variables of a function. */
function isPlainFormat({ text, unsure }: Value): boolean {
	return text !== undefined && unsure !== true && !/\{[^}:!]*[.[]/.test(text);
}

const format = ({ self }: Call): Done => (isPlainFormat(self ?? {}) ? {} : { doubt: 'a format that reads attributes' });

/** Returns whether a method that takes a path is harmless when code passes it on. */
export function isHarmlessMethod({ name, self }: Value): boolean {
	return /^\.format(_map)?$/.test(name ?? '') && isPlainFormat(self ?? {});
}

/** Judges `.parse_args`. Threat: it sets attributes of the object that it gets, by names that the code chooses. */
function parseArguments({ args, named }: Call): Done {
	return args.length > 1 || [...named.keys()].some((name) => name !== 'args')
		? { doubt: 'an object for arguments' }
		: {};
}

/** Judges `@functools.wraps(f)`. Threat: it copies attributes by names that the code chooses. */
function wraps({ named, source: [first, ...more] }: Call): Done {
	const isName = first?.kind === 'word' && more.length === 0 && named.size === 0;
	return { gives: refer(''), ...(!isName && { doubt: 'attributes that are copied by name' }) };
}

/** Methods and functions that take a file, although other ones with the same name take a string. */
export const documentRows: Language['rows'] = {
	'.write': write,
	'.copy': copy,
	'.read': readMethod,
	'.replace': replace,
	'.format': format,
	'.format_map': format,
	'.parse_args': parseArguments,
	'.parse_known_args': parseArguments,
	'functools.wraps': wraps,
	compile: compiled,
	'ast.parse': sourceName,
	'xml.etree.ElementTree.ElementTree': document,
	'io.StringIO': () => ({ gives: opened }),
	'io.BytesIO': () => ({ gives: opened }),
};

/** Methods that do something with a path. If code passes one on, it may get any path. Threat: `map(t.write, ['.git/config'])`. */
export const pathMethods = names('.write .copy .read .replace .format .format_map .parse_args .parse_known_args');
