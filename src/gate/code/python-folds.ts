import * as fold from './folds.ts';
import { type Call, type Fold, type Language, names } from './language.ts';
import { text, type Value } from './value.ts';

/** Functions of Python that are computed when all that they need is constant. */
export const folds: Language['folds'] = {
	...alikeFold(
		'base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode base64.decodebytes binascii.a2b_base64',
		bytesOf(fold.ofFirst(fold.base64)),
	),
	...alikeFold(
		'binascii.unhexlify binascii.a2b_hex bytes.fromhex bytearray.fromhex base64.b16decode',
		bytesOf(fold.ofFirst(fold.hex)),
	),
	'codecs.decode': ({ args: [input, encoding] }) => {
		const decoded = input?.text && encoding?.text ? fold.decode(input.text, encoding.text) : undefined;
		return decoded === undefined ? undefined : text(decoded);
	},
	chr: fold.characters,
	bytes: bytesOf((call) =>
		call.args[0]?.items ? fold.ascii(call) : call.args[0]?.isNumber ? undefined : call.args[0],
	),
	bytearray: bytesOf((call) => (call.args[0]?.items ? fold.ascii(call) : undefined)),
	str: ({ args: [one] }) => (one?.isNumber ? one : undefined),
	'%': ({ self, args }) => (self?.isBytes ? undefined : fold.filled(self, /%[sd]/, args)),
	'.format': ({ self, args, named }) => (named.size > 0 ? undefined : fold.filled(self, /\{\}/, args)),
	int: fold.asNumber,
	map: ({ args: [by, list] }) => fold.mapped(list, by, names('chr')),
	list: ({ args: [list] }) => (list?.items === undefined ? undefined : list),
	reversed: ({ args: [list] }) =>
		list?.items !== undefined ? { items: [...list.items].reverse() } : characterList(list, true),
	'.join': ({ self, args: [list] }) => fold.joined(list?.items === undefined ? characterList(list, false) : list, self),
	'.split': ({ self, args: [by, limit] }) => (limit === undefined ? fold.split(self, by) : undefined),
	'.replace': fold.replaced,
	'.upper': fold.ofSelf((input) => input.toUpperCase()),
	'.lower': fold.ofSelf((input) => input.toLowerCase()),
	'.strip': ({ self, args }) =>
		args.length === 0 ? fold.ofSelf((input) => input.trim())({ self } as Call) : undefined,
	'.decode': ({ self, args: [encoding] }) => {
		const decoded = self?.text === undefined ? undefined : fold.decode(self.text, encoding?.text ?? 'utf8');
		return decoded === undefined ? undefined : { ...text(decoded), isBytes: false };
	},
	'.encode': ({ self, args: [encoding] }) =>
		self?.text !== undefined && /^(utf-?8|ascii|latin-?1)$/i.test(encoding?.text ?? 'utf8')
			? { ...text(self.text), isBytes: true }
			: undefined,
	'os.path.expanduser': fold.ofFirst((input) => input),
	'os.path.abspath': fold.ofFirst((input) => input),
	'os.path.realpath': fold.ofFirst((input) => input),
	'os.path.join': ({ args }) => joinPaths(args),
	'shlex.split': ({ args: [line] }) =>
		line?.text !== undefined && !/["'\\]/.test(line.text) ? fold.split(line, undefined) : undefined,
};

/** Parts of a path as one: an absolute part begins anew. */
export function joinPaths(args: readonly Value[]): Value | undefined {
	if (args.length === 0) return text('.');
	const texts = args.map((value) => value.text);
	if (texts.some((one) => one === undefined)) return undefined;
	return text(texts.reduce((before, one) => (one?.startsWith('/') ? one : `${before}/${one}`)) ?? '');
}

/** What a decoder gives are bytes, until they are decoded as text. */
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
