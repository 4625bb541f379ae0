import {
	type DeliveredClass,
	type DeliveredFile,
	type Effect,
	type Facts,
	type FileState,
	type Mode,
	modes,
	stricter,
	type Verdict,
} from '../../core/index.ts';
import type { Judging } from '../judging/gate-and-facts.ts';
import type { PastCall } from './past-calls.ts';

/** A past call that was judged again: the same verdict, a different one, or none. */
export type Rejudged =
	| { readonly kind: 'same'; readonly past: PastCall }
	| { readonly kind: 'flip'; readonly past: PastCall; readonly now: Verdict; readonly isLooser: boolean }
	| { readonly kind: 'untold'; readonly past: PastCall; readonly why: string };

/** Judges a past call by other policies, in the mode of its run unless another is given. */
export function rejudge(past: PastCall, judging: Judging, mode: Mode | undefined): Rejudged {
	const { verdict, args } = past;
	if (typeof args === 'string') return { kind: 'untold', past, why: args };
	const inMode = mode ?? modes.find((one) => one === verdict.session_mode);
	if (inMode === undefined) return { kind: 'untold', past, why: `its mode \`${verdict.session_mode}\` is not known` };
	const why = decidedByRun(past);
	if (why !== undefined) return { kind: 'untold', past, why };
	const call = { id: verdict.call_id, name: verdict.tool_name, args };
	const now = judging.gate.judge(call, {
		facts: factsThen(past, judging.context.facts),
		mode: inMode,
		grants: verdict.origin === 'setup' ? [{ kind: 'setup' }] : [],
		...(judging.context.walls && { walls: judging.context.walls }),
	});
	const was = verdict.decision;
	if (now.decision === was) return { kind: 'same', past };
	return { kind: 'flip', past, now, isLooser: stricter(now.decision, was) === was };
}

/**
 * Returns why policies cannot change the verdict on a call: the run itself refused the call or asked about it, for example because the tool
 * is unknown. Undefined if policies can change it.
 */
function decidedByRun({ verdict }: PastCall): string | undefined {
	const [first] = verdict.matches;
	if (first?.stage !== 'tools' && first?.stage !== 'secrets') return undefined;
	const did = first.decision === 'confirm' ? 'asked about' : 'refused';
	return `the run itself ${did} it (${first.rule}), and no policy changes this`;
}

/**
 * Returns the facts for a past call. Declared tools, files of a delivery and files that the run changed come from the journal. All other
 * facts come from the current checkout.
 */
export function factsThen(past: PastCall, now: Facts): Facts {
	const { verdict } = past;
	const declared = verdict.effects.find((effect) => effect.kind === 'exec.tool');
	const declaredTool = (name: string) => (declared?.tool === name ? declared : undefined);
	const told = { ...now, ...trackedBy(verdict.effects), delivered: () => deliveredBy(verdict.effects) };
	const facts = declared === undefined ? told : { ...told, declaredTool };
	if (!verdict.matches.some(({ rule, stage }) => stage === 'effects' && rule === 'definition-changed')) return facts;
	const changed = new Set(
		verdict.effects.flatMap((effect) => (effect.kind === 'exec.project' ? effect.definedIn : [])),
	);
	return { ...facts, changedInRun: (path) => changed.has(path) || facts.changedInRun(path) };
}

/** Returns the files of a delivery. The journal contains only their names and classes, so files of the same classes replace them. */
function deliveredBy(effects: readonly Effect[]): readonly DeliveredFile[] {
	const paths = new Map<string, DeliveredFile>();
	for (const effect of effects) {
		if (effect.kind !== 'deliver') continue;
		const { path, change, what } = effect;
		const known = paths.get(path)?.after;
		const after = change === 'deleted' ? undefined : { ...plain, ...known, ...standIn(what, known) };
		paths.set(path, { path, before: change === 'added' ? undefined : plain, after });
	}
	return [...paths.values()];
}

/**
 * The facts about a delivery that deleted many files. The journal does not contain the number of all files. With zero, the deleted files
 * count as more than half of all files.
 */
function trackedBy(effects: readonly Effect[]): Pick<Facts, 'tracked'> {
	const many = effects.some((effect) => effect.kind === 'deliver' && effect.what === 'deleted-in-number');
	return many ? { tracked: () => 0 } : {};
}

const plain: FileState = { mode: '100644', bytes: Buffer.from('{}') };

/** Returns a file that has this class. If the file already has a class by content, it gets the contents for both. */
function standIn(what: DeliveredClass, known: FileState | undefined): Partial<FileState> {
	const content = contents[what];
	if (content === undefined) return fileModes[what] ?? {};
	const isAlone = known === undefined || known.bytes === plain.bytes || what === 'dependency-source';
	// The mark of a generated file must be at its top.
	const parts = what === 'large' ? [known?.bytes, content] : [content, known?.bytes];
	return { bytes: isAlone ? content : Buffer.concat(parts.flatMap((part) => part ?? [])) };
}

const fileModes: Readonly<Partial<Record<DeliveredClass, Partial<FileState>>>> = {
	link: { mode: '120000' },
	executable: { mode: '100755' },
};

const contents: Readonly<Partial<Record<DeliveredClass, Buffer>>> = {
	binary: Buffer.from([0]),
	misleading: Buffer.from('\u202e\n'),
	large: Buffer.from('not told\n'.repeat(60_000)),
	generated: Buffer.from('@generated\n'),
	'package-scripts': Buffer.from('{ what the journal does not tell'),
	'dependency-source': Buffer.from(
		JSON.stringify({ packages: { a: { resolved: 'not told' } }, dependencies: { a: 'https://not.told.example' } }),
	),
};
