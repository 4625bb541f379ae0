import { deliveredClasses, type Effect, type ForgeWrite } from '../../core/index.ts';
import { neutralLine } from '../text/neutral-markdown.ts';
import { spelledValue, valueSpan } from '../text/spelled.ts';

type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>;

/** How our sentences format texts that others chose. */
export interface Wording {
	/** Formats a path, a host or a program, exactly as it is. */
	readonly value: (text: string) => string;
	/** Formats words of the gate, which may contain names that a call chose. */
	readonly words: (text: string) => string;
	readonly strong: (text: string) => string;
}

/** A sentence. If the sentence has only a number of things, `all` lists them. */
export interface Sentence {
	readonly text: string;
	readonly all?: readonly string[];
}

type Sentences = { readonly [K in Effect['kind']]: (effects: readonly EffectOf<K>[]) => readonly Sentence[] };

/** The most paths or hosts that the sentence itself names. */
const mostInLine = 3;
/** The most paths or hosts in an unfolded list below the sentence. */
const mostUnfolded = 10;

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table, with no logic of its own
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
		// The arguments are left out here, because the request shows the whole command.
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
					`pushes to ${value(ref)} of ${value(remote)}${force ? ` ${strong('by force')}, so commits there may be lost` : ''}`,
			),
		'git.rewrite': (effects) =>
			each(effects, ({ what }) => `rewrites or drops history or uncommitted work: ${words(what)}`),
		'forge.read': (effects) => each(effects, ({ what }) => `reads on GitHub: ${words(what)}`),
		'forge.write': (effects) =>
			each(effects, ({ what, target }) => `${forgeWrites[what]}${targetWords(target, wording)}`),
		privilege: (effects) => each(effects, ({ how }) => `gets or changes rights: ${words(how)}`),
		'config.write': (effects) =>
			steering(
				wording,
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
		destroy: (effects) => each(effects, ({ what }) => `destroys something outside the checkout: ${words(what)}`),
		opaque: (effects) => each(effects, ({ why }) => `does something that cannot be known in advance: ${words(why)}`),
	};
};

/** Describes the delivery of one file that is not an ordinary file, with the reason. */
function deliveryWords({ path, change, what, detail }: EffectOf<'deliver'>, { value, words }: Wording): string {
	const more = detail === undefined ? '' : `; ${words(detail)}`;
	return `delivers ${value(path)} (${change}): ${deliveredClasses[what]}${more}`;
}

/** Describes the target of a change on GitHub. `own: …` means the thread of the run. */
function targetWords(target: string, { words }: Wording): string {
	const [, detail] = /^own: (.*)$/s.exec(target) ?? [];
	if (detail !== undefined) return ` in the run's own thread: ${words(detail)}`;
	return target === 'own' ? '' : ` (${words(target)})`;
}

const forgeWrites: Readonly<Record<ForgeWrite, string>> = {
	comment: 'comments on GitHub',
	'draft-pull-request':
		'opens a draft pull request. If this run has already opened one, it changes the text of that one',
	'pull-request-commit': "adds a commit to the branch of the run's pull request",
	label: 'changes labels on GitHub',
	review: 'writes a review on GitHub',
	other: 'changes something on GitHub',
};

/** Returns the effects of a call as items of a list. Effects of one kind are in one item, and every path or host is named. */
export function effectList(effects: readonly Effect[]): string {
	if (effects.length === 0) return '- something that is not known';
	return effectSentences(effects, markdown).map(listItem).join('\n');
}

const markdown: Wording = {
	value: valueSpan,
	words: (text) => neutralLine(spelledValue(text)),
	strong: (text) => `**${text}**`,
};

/** Returns one sentence for each item of {@link effectList}. `wording` formats them for the place that shows them. */
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

/** Returns a sentence with the number of paths and their common folder. A single path is named in the sentence. */
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

/** Returns a sentence about files that programs execute or read as settings. */
function steering({ value }: Wording, paths: readonly string[]): readonly Sentence[] {
	const all = [...new Set(paths)];
	const what = 'that programs execute later or read as settings';
	if (all.length > mostInLine) return [{ text: `changes ${all.length} files ${what}`, all }];
	return [{ text: `changes ${all.length === 1 ? 'a file' : 'files'} ${what}: ${all.map(value).join(', ')}` }];
}

function listed({ value }: Wording, verb: string, noun: string, values: readonly string[]): readonly Sentence[] {
	const all = [...new Set(values)];
	if (all.length > mostInLine) return [{ text: `${verb} ${all.length} ${noun}`, all }];
	return all.length === 0 ? [] : [{ text: `${verb} ${all.map(value).join(', ')}` }];
}

/** Returns the common folder of all paths, with its slash. Empty if there is none. */
function sharedFolder(paths: readonly string[]): string {
	const [first = '', ...others] = paths.map((path) => path.split('/').slice(0, -1));
	const parts = [...first];
	for (const other of others) {
		const same = parts.findIndex((part, index) => other[index] !== part);
		if (same !== -1) parts.length = same;
	}
	return parts.length === 0 || parts.join('') === '' ? '' : `${parts.join('/')}/`;
}
