import type { Effect, EffectKind, ForgeWrite } from './effect.ts';

/** Facts about a kind of effect that other modules need. If a new kind does not state all of them, the code does not compile. */
interface Traits {
	/** The condition of a policy rule that can match the effect: `paths`, `hosts` or `branches`. */
	readonly about: 'path' | 'host' | 'branch' | 'nothing';
	/**
	 * What the effect does to the checkout. `keeps`: it comes only from our own tools, and no file changes. `apart`: it comes from a command,
	 * and no file that could be delivered changes. `writes`, `deletes`: it changes the file at its path. `resets`: it may change any file.
	 * `runs`: it starts a program, which may change any file and may depend on files that the call does not name.
	 */
	readonly does: 'keeps' | 'apart' | 'writes' | 'deletes' | 'resets' | 'runs';
	/** `again`: the effect only reads, so a failed attempt may be repeated. `once`: mode `plan` allows it, but it is never repeated. */
	readonly reads: 'again' | 'once' | 'no';
	/** Whether dangerous words in the command raise the risk. If not, they count as mere text. */
	readonly scored: boolean;
	/** The effect may switch to another branch. False for local git commands, because their text shows whether they switch. */
	readonly movesBranch: boolean;
	/** The effect has a lasting result outside the workspace. After a crash, such a call never begins again without a person. */
	readonly lasts: boolean;
}

/** An effect with a `path` is about this path, and so on. Only a kind without such a field may choose what it is about. */
type AboutOf<E extends Effect> = E extends { readonly path: string }
	? 'path'
	: E extends { readonly host: string }
		? 'host'
		: E extends { readonly ref: string }
			? 'branch'
			: Traits['about'];

type Rows = { readonly [E in Effect as E['kind']]: Traits & { readonly about: AboutOf<E> } };

/** Every kind of effect, in the order in which schemas and documentation list them. */
export const effectTraits = {
	read: { about: 'path', does: 'keeps', reads: 'again', scored: false, movesBranch: false, lasts: false },
	write: { about: 'path', does: 'writes', reads: 'no', scored: true, movesBranch: false, lasts: false },
	delete: { about: 'path', does: 'deletes', reads: 'no', scored: true, movesBranch: false, lasts: false },
	exec: { about: 'nothing', does: 'runs', reads: 'no', scored: true, movesBranch: true, lasts: false },
	'exec.project': { about: 'nothing', does: 'runs', reads: 'no', scored: false, movesBranch: false, lasts: false },
	'exec.tool': { about: 'nothing', does: 'runs', reads: 'no', scored: true, movesBranch: false, lasts: false },
	network: { about: 'host', does: 'apart', reads: 'once', scored: true, movesBranch: false, lasts: true },
	'secret.read': { about: 'path', does: 'apart', reads: 'once', scored: true, movesBranch: false, lasts: false },
	'git.commit': { about: 'branch', does: 'apart', reads: 'no', scored: false, movesBranch: false, lasts: false },
	'git.push': { about: 'branch', does: 'apart', reads: 'no', scored: true, movesBranch: false, lasts: true },
	'git.rewrite': { about: 'branch', does: 'resets', reads: 'no', scored: true, movesBranch: false, lasts: false },
	'forge.read': { about: 'nothing', does: 'keeps', reads: 'again', scored: false, movesBranch: false, lasts: false },
	'forge.write': { about: 'nothing', does: 'keeps', reads: 'no', scored: true, movesBranch: false, lasts: true },
	deliver: { about: 'path', does: 'keeps', reads: 'no', scored: true, movesBranch: false, lasts: false },
	privilege: { about: 'nothing', does: 'apart', reads: 'no', scored: true, movesBranch: false, lasts: false },
	'config.write': { about: 'path', does: 'writes', reads: 'no', scored: true, movesBranch: true, lasts: false },
	destroy: { about: 'nothing', does: 'apart', reads: 'no', scored: true, movesBranch: false, lasts: true },
	opaque: { about: 'nothing', does: 'runs', reads: 'no', scored: true, movesBranch: true, lasts: false },
} as const satisfies Rows;

/** Every effect kind, for schemas and documentation. */
export const effectKinds = Object.keys(effectTraits) as readonly EffectKind[];

type KindWith<Q extends keyof Traits, A> = {
	readonly [K in EffectKind]: (typeof effectTraits)[K][Q] extends A ? K : never;
}[EffectKind];

/** The effects for which a trait has one of these values. */
export type EffectWith<Q extends keyof Traits, A extends Traits[Q]> = Extract<Effect, { kind: KindWith<Q, A> }>;

/** Returns whether a trait of an effect has one of these values. */
export function hasTrait<Q extends keyof Traits, const A extends Traits[Q]>(
	effect: Effect,
	question: Q,
	...answers: readonly A[]
): effect is EffectWith<Q, A> {
	const answer: Traits[Q] = effectTraits[effect.kind][question];
	return answers.some((one) => one === answer);
}

/** Returns whether a call with these effects may change files of the checkout, including files that no effect names. */
export function mayChangeFiles(effects: readonly Effect[]): boolean {
	return effects.some((effect) => hasTrait(effect, 'does', 'writes', 'deletes', 'resets', 'runs'));
}

/** Returns whether a call with these effects runs programs. */
export function runsPrograms(effects: readonly Effect[]): boolean {
	return effects.some((effect) => hasTrait(effect, 'does', 'runs'));
}

/** Facts about a change on the forge that other modules need. */
interface WriteTraits {
	/** The change is an answer in the conversation, so mode `plan` allows it in the run's own thread. */
	readonly isAnswer: boolean;
	/** The change publishes files that the run changed, so the code owners of these files must sign if the settings require it. */
	readonly delivers: boolean;
	/** A later job can find the change by a marker in it. So it needs no claim and may begin again. */
	readonly isFoundAgain: boolean;
}

/** Every change on the forge. */
export const forgeWrites: Readonly<Record<ForgeWrite, WriteTraits>> = {
	comment: { isAnswer: true, delivers: false, isFoundAgain: true },
	'draft-pull-request': { isAnswer: false, delivers: true, isFoundAgain: false },
	'pull-request-commit': { isAnswer: false, delivers: true, isFoundAgain: false },
	label: { isAnswer: false, delivers: false, isFoundAgain: false },
	review: { isAnswer: true, delivers: false, isFoundAgain: false },
	other: { isAnswer: false, delivers: false, isFoundAgain: false },
};
