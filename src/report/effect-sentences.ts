import { deliveredClasses, type Effect, type ForgeWrite } from '../core/index.ts';
import { neutralLine } from './neutral-markdown.ts';
import { spelledValue, valueSpan } from './spelled.ts';

type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** How somebody else's words stand in a sentence of ours. */
export interface Wording {
	/** A path, a host, a program: exactly as it is. */
	readonly value: (text: string) => string;
	/** Words of the gate, which may hold names that a call chose. */
	readonly words: (text: string) => string;
	readonly strong: (text: string) => string;
}

/** What a sentence says, and the things that it counts: all of them are listed. */
export interface Sentence {
	readonly text: string;
	readonly all?: readonly string[];
}

type Sentences = { readonly [K in Effect['kind']]: (effects: readonly EffectOf<K>[]) => readonly Sentence[] };

/** Things that are listed in the sentence itself. */
const mostInLine = 3;
/** Things that are listed below the sentence without being folded away. */
const mostUnfolded = 10;

const tableIn = (wording: Wording): Sentences => {
	const { value, words, strong } = wording;
	return {
		read: (effects) => files(wording, 'reads', 'from', effects),
		write: (effects) => files(wording, 'writes', 'under', effects),
		delete: (effects) => [
			...files(
				wording,
				'deletes',
				'under',
				effects.filter(({ recursive }) => !recursive),
			),
			...each(
				effects.filter(({ recursive }) => recursive),
				({ path }) => `deletes ${value(path)} and everything below it`,
			),
		],
		// The arguments stand in the command, which is shown whole.
		exec: (effects) => each(effects, ({ program }) => `runs ${value(program)}`),
		'exec.project': (effects) =>
			each(
				effects,
				({ script, definedIn }) => `runs the project's script ${value(script)} (declared in ${value(definedIn)})`,
			),
		'exec.tool': (effects) =>
			each(
				effects,
				({ tool, from, runs, writes }) =>
					`runs ${value(tool)} of ${words(from)} (${value(runs)}) in the sandbox, which may ${writes ? 'write' : 'read'} the checkout`,
			),
		network: (effects) =>
			listed(
				wording,
				'may reach',
				'hosts',
				effects.map(({ host }) => host),
			),
		'secret.read': (effects) => each(effects, ({ what }) => `reads a credential: ${words(what)}`),
		'git.commit': (effects) => each(effects, ({ what }) => `changes git's state in the checkout: ${words(what)}`),
		'git.push': (effects) =>
			each(
				effects,
				({ remote, ref, force }) =>
					`pushes to ${value(ref)} of ${value(remote)}${force ? ` ${strong('by force')}: what is there may be lost` : ''}`,
			),
		'git.rewrite': (effects) =>
			each(effects, ({ what }) => `rewrites or drops history or uncommitted work: ${words(what)}`),
		'forge.read': (effects) => each(effects, ({ what }) => `reads on GitHub: ${words(what)}`),
		'forge.write': (effects) =>
			each(effects, ({ what, target }) => `${forgeWrites[what]}${targetWords(target, wording)}`),
		privilege: (effects) => each(effects, ({ how }) => `changes who may do what: ${words(how)}`),
		'config.write': (effects) =>
			listed(
				wording,
				'changes what will be executed later:',
				'files',
				effects.map(({ path }) => path),
			),
		deliver: (effects) => {
			const ordinary = effects.filter(({ what }) => what === 'ordinary');
			const many = effects.filter(({ what }) => what === 'deleted-in-number');
			const special = effects.filter((effect) => !ordinary.includes(effect) && !many.includes(effect));
			return [
				...each(special, (effect) => deliveryWords(effect, wording)),
				...files(wording, 'delivers the deletion of', 'under', many),
				...files(wording, 'delivers', 'under', ordinary),
			];
		},
		destroy: (effects) => each(effects, ({ what }) => `destroys what lies beyond the checkout: ${words(what)}`),
		opaque: (effects) => each(effects, ({ why }) => `does something that cannot be inspected: ${words(why)}`),
	};
};

/** What is more than an ordinary file is told one by one, with why. */
function deliveryWords({ path, change, what, detail }: EffectOf<'deliver'>, { value, words }: Wording): string {
	const more = detail === undefined ? '' : `; ${words(detail)}`;
	return `delivers ${value(path)} (${change}): ${deliveredClasses[what]}${more}`;
}

/** `own: …` is about the thread of the run. */
function targetWords(target: string, { words }: Wording): string {
	const [, detail] = /^own: (.*)$/s.exec(target) ?? [];
	if (detail !== undefined) return ` in the run's own thread: ${words(detail)}`;
	return target === 'own' ? '' : ` (${words(target)})`;
}

const forgeWrites: Readonly<Record<ForgeWrite, string>> = {
	comment: 'comments on GitHub',
	'draft-pull-request': 'opens a draft pull request, or changes the text of the one that this run opened',
	'pull-request-commit': 'adds a commit to the branch of this pull request',
	label: 'changes labels on GitHub',
	review: 'writes a review on GitHub',
	other: 'changes something on GitHub',
};

/** What a call would do, as items of a list: effects of one kind are told together, and every single thing is named. */
export function effectList(effects: readonly Effect[]): string {
	if (effects.length === 0) return '- something that is not known';
	return effectSentences(effects, markdown).map(listItem).join('\n');
}

const markdown: Wording = {
	value: valueSpan,
	words: (text) => neutralLine(spelledValue(text)),
	strong: (text) => `**${text}**`,
};

/** The same, one sentence for each item, worded for the place where it stands. */
export function effectSentences(effects: readonly Effect[], wording: Wording): readonly Sentence[] {
	const table = tableIn(wording);
	const kinds = [...new Set(effects.map(({ kind }) => kind))];
	return kinds.flatMap((kind) => sentencesOf(kind, effects, table));
}

function sentencesOf<K extends Effect['kind']>(
	kind: K,
	effects: readonly Effect[],
	table: Sentences,
): readonly Sentence[] {
	const tell: Sentences[K] = table[kind];
	return tell(effects.filter((effect): effect is EffectOf<K> => effect.kind === kind));
}

function listItem({ text, all = [] }: Sentence): string {
	if (all.length === 0) return `- ${text}`;
	const items = all.map((one) => `  - ${valueSpan(one)}`).join('\n');
	if (all.length <= mostUnfolded) return `- ${text}\n${items}`;
	return `- ${text}\n\n  <details><summary>all ${all.length}</summary>\n\n${items}\n\n  </details>\n`;
}

function each<E>(effects: readonly E[], tell: (effect: E) => string): readonly Sentence[] {
	return [...new Set(effects.map(tell))].map((text) => ({ text }));
}

/** Paths by their number and the folder that they share; a few are named at once. */
function files(
	{ value }: Wording,
	verb: string,
	below: string,
	effects: readonly { readonly path: string }[],
): readonly Sentence[] {
	const paths = [...new Set(effects.map(({ path }) => path))];
	const folder = sharedFolder(paths);
	const where = folder === '' ? '' : ` ${below} ${value(folder)}`;
	if (paths.length === 0) return [];
	if (paths.length === 1) return [{ text: `${verb} ${value(paths[0] ?? '')}` }];
	return [{ text: `${verb} ${paths.length} files${where}`, all: paths }];
}

function listed({ value }: Wording, verb: string, noun: string, values: readonly string[]): readonly Sentence[] {
	const all = [...new Set(values)];
	if (all.length > mostInLine) return [{ text: `${verb} ${all.length} ${noun}`, all }];
	return all.length === 0 ? [] : [{ text: `${verb} ${all.map(value).join(', ')}` }];
}

/** The folder in which all paths lie, with its slash; empty where there is none. */
function sharedFolder(paths: readonly string[]): string {
	const [first = '', ...others] = paths.map((path) => path.split('/').slice(0, -1));
	const parts = [...first];
	for (const other of others) {
		const same = parts.findIndex((part, index) => other[index] !== part);
		if (same !== -1) parts.length = same;
	}
	return parts.length === 0 || parts.join('') === '' ? '' : `${parts.join('/')}/`;
}
