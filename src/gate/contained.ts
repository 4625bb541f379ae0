import {
	type Effect,
	type Facts,
	type GateContext,
	isOwnMachine,
	type Mode,
	reachTexts,
	type Walls,
	wholeEnvironment,
} from '../core/index.ts';
import { type Opinion, opinion, type Subject } from './part.ts';
import { skippedRule } from './skipped-patterns.ts';

/** The rule that a verdict names when mode `contained` allowed it. */
export const containedRule = 'contained';

/** The mode that counts: what was granted last, else the run's. Mode `contained` counts on walls, and without them it is `edit`. */
export function modeOf({ grants, mode, walls }: Pick<GateContext, 'grants' | 'mode' | 'walls'>): Mode {
	const granted = grants.findLast((grant) => grant.kind === 'mode');
	const wanted = granted?.kind === 'mode' ? granted.mode : mode;
	return wanted === 'contained' && walls === undefined ? 'edit' : wanted;
}

/** The walls that a judgement counts on; undefined in every mode but `contained`. */
export function wallsFor(context: GateContext): Walls | undefined {
	return modeOf(context) === 'contained' ? context.walls : undefined;
}

/** What decides whether a call stays inside: the walls, and the names of the folders behind them. */
export interface Enclosure {
	readonly walls: Walls;
	readonly facts: Pick<Facts, 'home' | 'root'>;
}

/** What opinions come to behind walls. */
export interface Answered {
	readonly opinions: readonly Opinion[];
	/** Records that walls answered something. */
	readonly contained?: Opinion;
}

/** Turns what opinions ask about into an allow where it ends inside the walls. What passes a wall still asks; a block stays one. */
export function answerInside(opinions: readonly Opinion[], subject: Subject, enclosure: Enclosure): Answered {
	const isAnswered = (one: Opinion): boolean => one.decision === 'confirm' && endsInside(one, subject, enclosure);
	const answered = opinions.filter(isAnswered);
	if (answered.length === 0) return { opinions };
	const { walls } = enclosure;
	const evidence = answered.map(({ rule }) => rule).join(', ');
	const reason = `Its effects stay inside the sandbox (${walls.sandbox}; ${walls.proof}).${reachOf(walls)}`;
	const about = { rule: containedRule, reason, risk: 'low', evidence } as const;
	return {
		opinions: opinions.map((one) => (isAnswered(one) ? { ...one, decision: 'allow' } : one)),
		contained: { ...opinion('grant', 'allow', about), walls },
	};
}

/** Whoever reads the verdict must know of the way out that maintainers left to every command. */
function reachOf(walls: Walls): string {
	const texts = reachTexts(walls);
	return texts.length === 0 ? '' : ` Like every command it may reach ${texts.join(', ')}, by the configuration.`;
}

/** A call as it is behind walls: what a shell does to its own home, environment and processes it does to nobody else's. */
export function insideSubject(subject: Subject, enclosure: Enclosure): Subject {
	if (!subject.isShell) return subject;
	const parts = subject.parts.map((part) => ({
		...part,
		effects: part.effects.map((effect) => insideEffect(effect, enclosure)),
	}));
	return { ...subject, parts };
}

function insideEffect(effect: Effect, enclosure: Enclosure): Effect {
	switch (effect.kind) {
		case 'write':
			return isScratch(effect.path, enclosure) ? { ...effect, scratch: true } : effect;
		case 'secret.read':
			// Its own variables, none of which is the job's, and its own processes.
			if (effect.what === wholeEnvironment) return { kind: 'read', path: '/proc/self/environ' };
			return effect.what === '/proc' ? { kind: 'read', path: effect.what } : effect;
		case 'destroy':
			return effect.local === true ? { kind: 'opaque', why: effect.what } : effect;
		default:
			return effect;
	}
}

/** Whether what an opinion asks about ends inside the walls. What asks about a whole call needs all of the call inside. */
function endsInside(
	{ rule, effect, approvers, asksContained }: Opinion,
	subject: Subject,
	enclosure: Enclosure,
): boolean {
	// Whom a rule names is asked, and what a skipped pattern would have said is not known: it may have been a block.
	if (asksContained === true || approvers !== undefined || rule === skippedRule) return false;
	const effects = effect === undefined ? subject.parts.flatMap((part) => part.effects) : [effect];
	return effects.every((one) => staysInside(one, subject, enclosure));
}

/** Whether an effect ends inside the sandbox. A shell and declared tools run in it; file tools are programs of ours, outside. */
function staysInside(effect: Effect, { isShell }: Subject, enclosure: Enclosure): boolean {
	switch (effect.kind) {
		case 'read':
			return isShell || isInCheckout(effect.path);
		case 'write':
		case 'delete':
			return isInCheckout(effect.path) || (isShell && isScratch(effect.path, enclosure));
		case 'config.write':
			return isInCheckout(effect.path) && !isObeyedByRunner(effect.path);
		case 'network':
			// The call's own loopback: nobody else is there but the services that the walls name.
			return isShell && isOwnMachine(effect.host);
		case 'exec':
		case 'exec.project':
		case 'git.commit':
		case 'git.rewrite':
		case 'opaque':
			return isShell;
		case 'exec.tool':
			return true;
		case 'secret.read':
		case 'git.push':
		case 'forge.read':
		case 'forge.write':
		case 'deliver':
		case 'privilege':
		case 'destroy':
			return false;
	}
}

/**
 * Whether a shell in the sandbox has the path for itself, and only until its call ends: a temporary folder, or the home. What holds the
 * checkout is not scratch: what happens to it happens to all of the checkout.
 */
export function isScratch(path: string, { walls, facts }: Enclosure): boolean {
	if (facts.root.startsWith(`${path}/`)) return false;
	return path === '~' || path.startsWith('~/') || [...walls.scratch, facts.home].some((dir) => lies(path, dir));
}

function lies(path: string, dir: string): boolean {
	return path === dir || path.startsWith(`${dir}/`);
}

/** Effects name what lies in the checkout relative to it. A variable names what only the runner knows. */
function isInCheckout(path: string): boolean {
	return !/^[/~$]/.test(path);
}

/** Whether later steps of the same job would obey it: an action of this repository runs from the checkout. */
function isObeyedByRunner(path: string): boolean {
	return /^\.github\/actions(\/|$)/i.test(path);
}
