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

/** Methods and functions that take a file where others of the name take a text. */
export const documentRows: Language['rows'] = {
	'.write': write,
	'.copy': copy,
	'xml.etree.ElementTree.ElementTree': document,
	'io.StringIO': () => ({ gives: opened }),
	'io.BytesIO': () => ({ gives: opened }),
};

/** Methods of those that do something with a path: whoever hands one on may give it any. Threat: `map(t.write, ['.git/config'])`. */
export const pathMethods = names('.write .copy .read .replace');
