import { data, type Finding, type Invocation, network, opaque, type Program, role, rows } from '../../program.ts';
import { contacts, pathOf, reads, runsFile, writes } from '../../roles.ts';
import { constant, type Word } from '../../word.ts';

const xmlFlags =
	'--noout --format --valid --noent --nonet --huge --recover --html --nowarning --nowrap --xmlout --push --compress --sax --sax1 --stream --walker --debug --copy --timing --noblanks --nocdata --nsclean --exc-c14n --quiet --xinclude --nofixup-base-uris --noxincludenode --nodefdtd --dropdtd --loaddtd --dtdattr --insert --auto --memory --nocatalogs --noenc --oldxml10 --pedantic --repeat --shell --version';

const xmlOptions = {
	...data('--xpath --encode --maxmem --pretty --c14n --param --stringparam --maxdepth --maxvars'),
	...role('flag', xmlFlags),
	...role('read', '--schema --relaxng --dtdvalid --schematron --path --pattern --postvalid'),
	...role('write', '-o -output --output --writesubtree'),
};

/** Programs that read and write XML. */
export const documents = (): readonly Program[] => [
	rows('xmllint', {
		// With `--shell`, xmllint reads its own commands from its input; `also` reports that.
		input: 'judged',
		options: xmlOptions,
		onlyListed: true,
		also: (it) => [
			...readsDocuments(it.operands, it),
			...(it.has('--shell', '-shell') ? [opaque('a shell of its own')] : []),
			...(it.words.some((word) => including.test(word.text)) ? entities(it) : []),
		],
	}),
	rows('xsltproc', {
		input: 'data',
		options: xmlOptions,
		also: (it) => [
			...readsDocuments(it.operands, it),
			// A stylesheet can write files, unless `--nowrite` forbids it.
			...(it.has('--nowrite') ? [] : it.operands.slice(0, 1).flatMap((word) => runsFile(word, it.scope))),
			...entities(it),
		],
	}),
	rows('xmlstarlet', {
		input: 'data',
		options: xmlOptions,
		also: (it) => {
			const isChanging = it.words.some(({ text }) => /^(-L|--inplace)$/.test(text));
			const [verb, ...rest] = it.operands;
			// The verb comes first, and `//x` names elements, not a file.
			const files = rest.filter(({ text }) => !text.startsWith('//'));
			return [
				// A stylesheet can write files.
				...(/^tr(ansform)?$/.test(verb?.text ?? '') ? runsStylesheets(rest, it) : []),
				...readsDocuments(files, it),
				...documentsIn(it),
				...(isChanging ? writesLast(it) : []),
			];
		},
	}),
	rows('xmlcatalog', {
		input: 'data',
		options: xmlOptions,
		also: (it) => {
			const isChanging = it.has('--add', '--del', '--create', '--noout');
			return [
				...readsDocuments(it.operands, it),
				...(isChanging ? writesLast(it) : []),
				...(it.has('--shell') ? [opaque('a shell of its own')] : []),
			];
		},
	}),
];

/** Judges expressions that read other files, such as `document("a.xml")`. If such a file is not XML, errors show its lines. */
function documentsIn(it: Invocation): readonly Finding[] {
	const text = it.words.map((word) => word.text).join('\n');
	if (!/\b(document|doc|unparsed-text|collection)\s*\(/.test(text)) return [];
	const named = [...text.matchAll(/\bdocument\s*\(\s*["']([^"']*)/g)].map((match) => constant(match[1] ?? ''));
	return [opaque('a document that an expression reads'), ...readsDocuments(named, it)];
}

function readsDocuments(words: readonly Word[], it: Invocation): readonly Finding[] {
	const isRemote = it.words.some((word) => /:\/\//.test(word.text));
	return [
		...words.filter((word) => !/:\/\//.test(word.text)).flatMap((word) => reads(word, it.scope)),
		...(isRemote ? [network('what it names')] : []),
	];
}

/** Judges the first file as the stylesheet. If `-` is among the words, the stylesheet may come from the input, which is not read here. */
function runsStylesheets(files: readonly Word[], it: Invocation): readonly Finding[] {
	const [first] = files;
	const isSure = first !== undefined && it.words.every(({ text }) => text !== '-');
	return isSure ? [...runsFile(first, it.scope), ...entities(it)] : [opaque('a stylesheet that is not inspected')];
}

function writesLast({ operands, scope }: Invocation): readonly Finding[] {
	return operands.slice(-1).flatMap((word) => writes(word, scope));
}

/** Options that load other files that a document names. */
const including = /^--?(noent|dtdattr|loaddtd|valid|xinclude|noxincludenode|postvalid|nofixup-base-uris)$/;

/** Judges the files that a document names and that an option includes: external entities, inclusions, a DTD. */
function entities(it: Invocation): readonly Finding[] {
	const texts = it.operands.map((word) => (word.text === '-' ? it.stdin?.text : readInCheckout(word, it)));
	if (texts.includes(undefined)) return [opaque('a document that may name other files')];
	const text = texts.join('\n');
	const named = [
		...text.matchAll(/\b(?:SYSTEM|PUBLIC\s+["'][^"']*["'])\s+["']([^"']+)["']/g),
		...text.matchAll(/\b(?:href|schemaLocation)\s*=\s*["']([^"']+)["']/g),
	].map((match) => constant(match[1] ?? ''));
	return named.flatMap((word) => contacts(/^\w+:/.test(word.text) ? word : constant(`file:${word.text}`), it.scope));
}

function readInCheckout(word: Word, { scope }: Invocation): string | undefined {
	const path = pathOf(word, scope);
	return path === undefined || path.startsWith('/') ? undefined : scope.facts.readText(path);
}
