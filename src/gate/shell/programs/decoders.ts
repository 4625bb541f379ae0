import { data, exec, type Invocation, opaque, type Program, role, rows } from '../program.ts';
import type { Word } from '../word.ts';
import { xxd } from './xxd.ts';

/** Programs that turn text into other text. If their input is constant, the gate computes their output, so the text hides nothing. */
export const decoders = (): readonly Program[] => [
	...xxd(),
	rows('rev', { input: 'data', operands: 'read', prints: (it) => fedText(it)?.split('\n').map(reversed).join('\n') }),
	rows('tac', {
		input: 'data',
		options: data('-s --separator'),
		operands: 'read',
		prints: (it) =>
			fedText(it)
				?.split(/(?<=\n)/)
				.reverse()
				.join(''),
	}),
	rows('tr', { input: 'data', prints: translated, decodes: () => true, separates: separated }),
	encoder('base32 basenc', () => undefined),
	encoder('base64', fromBase),
	rows('uudecode', {
		input: 'data',
		options: role('write', '-o --output-file'),
		operands: 'read',
		// The text itself names the file that is written.
		also: (it) => [
			exec(it),
			...(it.has('-o', '--output-file') ? [] : [opaque('which file uudecode writes cannot be known')]),
		],
		decodes: () => true,
	}),
	rows('zcat bzcat xzcat zstdcat lz4cat', { input: 'data', operands: 'read', decodes: () => true }),
];

function encoder(names: string, decoded: (it: Invocation) => string | undefined): Program {
	return rows(names, {
		input: 'data',
		// The GNU version takes no value for `-i`, so a file after it is an operand.
		options: { ...data('-w --wrap -b --break'), ...role('read', '-i --input'), ...role('write', '-o --output') },
		operands: 'read',
		prints: (it) => (isDecoding(it) ? decoded(it) : undefined),
		decodes: isDecoding,
	});
}

/** Returns the names of the input if `tr '\\n' '\\0'` only separates them in another way, for `xargs -0`. */
function separated({ words, stdin }: Invocation): readonly Word[] | undefined {
	const [from, to, ...others] = words;
	const isSeparating = /^(\\n|\n)$/.test(from?.text ?? '') && /^\\0{1,3}$/.test(to?.text ?? '');
	return isSeparating && others.length === 0 ? stdin?.names : undefined;
}

function fedText({ operands, stdin }: Invocation): string | undefined {
	return operands.length === 0 ? stdin?.text : undefined;
}

function isDecoding({ has }: Invocation): boolean {
	return has('-d', '--decode', '-D');
}

function reversed(line: string): string {
	return [...line].reverse().join('');
}

function fromBase(it: Invocation): string | undefined {
	const text = fedText(it);
	return text === undefined ? undefined : Buffer.from(text, 'base64').toString();
}

/** Returns the output of `tr` for plain sets and ranges, otherwise undefined. */
function translated({ words, has, operands, stdin }: Invocation): string | undefined {
	if (stdin?.text === undefined || !words.every((word) => word.known)) return undefined;
	const [from, to] = operands.map((word) => setOf(word.text));
	if (from === undefined || has('-c', '-C', '-s', '-t')) return undefined;
	if (has('-d', '--delete')) return [...stdin.text].filter((one) => !from.includes(one)).join('');
	const last = to?.at(-1);
	if (to === undefined || last === undefined) return undefined;
	return [...stdin.text].map((one) => (from.includes(one) ? (to[from.lastIndexOf(one)] ?? last) : one)).join('');
}

const classes: Readonly<Record<string, string>> = {
	upper: 'A-Z',
	lower: 'a-z',
	digit: '0-9',
	alpha: 'A-Za-z',
	alnum: 'A-Za-z0-9',
};

function setOf(text: string): readonly string[] | undefined {
	const spelled = text.replace(/\[:(\w+):\]/g, (whole, name: string) => classes[name] ?? whole);
	if (/\[[:=]/.test(spelled)) return undefined;
	const plain = spelled.replace(/\\([nt\\])/g, (_, one: string) => ({ n: '\n', t: '\t' })[one] ?? one);
	return [...plain.matchAll(/([^-])-([^-])|([\s\S])/g)].flatMap(([, from, to, one]) =>
		from === undefined || to === undefined ? [one ?? ''] : range(from, to),
	);
}

function range(from: string, to: string): readonly string[] {
	const first = from.charCodeAt(0);
	return Array.from({ length: Math.max(0, to.charCodeAt(0) - first + 1) }, (_, i) => String.fromCharCode(first + i));
}
