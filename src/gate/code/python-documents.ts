import { isCredential } from '../sensitive.ts';
import { type Call, type Done, type Language, names } from './language.ts';
import { refer, type Value } from './value.ts';

/** A file that is open, or a text in memory that is written to as to one: what goes into it goes nowhere else. */
const openFile = 'open()';

/** What `open` and its like give. */
export const opened: Value = refer(openFile);

/** The module whose documents have a `.write` that takes the name of a file. */
const documents = 'ElementTree';

/**
 * A file takes what is written, a document takes where to. Threat: `E.parse('x.xml').write('.git/config')` writes any text into any file. What
 * an object is cannot always be told, so that each counts as a document that is no file, where the code has documents at all.
 */
function write({ self, args: [first], named, mentions }: Call): Done {
	const target = first ?? named.get('file_or_filename');
	if (mentions?.(documents) !== true || self?.name === openFile || target?.name === openFile)
		return { isContent: true };
	return { uses: [['write', target ?? {}]] };
}

/** A list is copied by nothing, a path to a place: `p.copy('.git/config')`. */
function copy({ args, named }: Call): Done {
	const [target] = [...args, ...named.values()];
	return target === undefined ? {} : { uses: [['write', target]] };
}

/** `ElementTree(file='x.xml')` reads it. */
function document({ args: [, second], named }: Call): Done {
	const source = second ?? named.get('file');
	return source === undefined || source.name === openFile ? {} : { uses: [['read', source]] };
}

/** Threat: where code is wrong, Python shows the line of the file that it is said to come from. */
function sourceName({ args: [, second], named, source }: Call): Done {
	const file = second ?? named.get('filename');
	const isSpread = source.some((token) => token.kind === 'mark' && token.text === '*');
	const name = file?.text ?? '';
	const isNone = file === undefined || /^<[^/]*>$/.test(name) || (/^\w+$/.test(name) && !isCredential(name));
	return isNone ? { ...(isSpread && { doubt: 'arguments that cannot be known' }) } : { uses: [['read', file]] };
}

/** Parsers read the files that they are told, open files a number of characters. */
function readMethod({ args: [first], named, mentions }: Call): Done {
	const what = first ?? named.get('filenames');
	const files = what === undefined ? [] : (what.items ?? [what]).filter((one) => one.isNumber !== true);
	const isParser = mentions?.('configparser') === true || named.has('filenames');
	return { uses: (isParser ? files : files.filter((one) => one.text !== undefined)).map((one) => ['read', one]) };
}

/** A path is moved by one argument, a text is changed by two; of a class it is called with the path, too: `type(p).replace(p, q)`. */
function replace({ args, named, mentions }: Call): Done {
	const isMove = (args.length === 1 && named.size === 0) || named.has('target');
	const isOfClass = mentions?.('type') === true && mentions('pathlib');
	return isMove || isOfClass ? { doubt: '.replace' } : {};
}

/** Threat: `'{0.__globals__}'.format(f)` shows what a function knows. */
function isPlainFormat({ text, unsure }: Value): boolean {
	return text !== undefined && unsure !== true && !/\{[^}:!]*[.[]/.test(text);
}

const format = ({ self }: Call): Done => (isPlainFormat(self ?? {}) ? {} : { doubt: 'a format that reads attributes' });

/** Whether a method that takes a path does no harm as a value of its own. */
export function isHarmlessMethod({ name, self }: Value): boolean {
	return /^\.format(_map)?$/.test(name ?? '') && isPlainFormat(self ?? {});
}

/** Methods and functions that take a file where others of the name take a text. */
export const documentRows: Language['rows'] = {
	'.write': write,
	'.copy': copy,
	'.read': readMethod,
	'.replace': replace,
	'.format': format,
	'.format_map': format,
	compile: (call) => ({ ...sourceName(call), gives: call.args[0] ?? {} }),
	'ast.parse': sourceName,
	'xml.etree.ElementTree.ElementTree': document,
	'io.StringIO': () => ({ gives: opened }),
	'io.BytesIO': () => ({ gives: opened }),
};

/** Methods of those that do something with a path: whoever hands one on may give it any. Threat: `map(t.write, ['.git/config'])`. */
export const pathMethods = names('.write .copy .read .replace .format .format_map');
