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
import { isInCheckout } from './path-effects.ts';
import { skippedRule } from './skipped-patterns.ts';

/** The rule in the verdict of a call that mode `contained` allowed. */
export const containedRule = 'contained';

/**
 * Returns the mode that applies: the last granted mode, otherwise the run's mode. Mode `contained` relies on the walls of a proven sandbox.
 * Without them, the mode is `edit`.
 */
export function modeOf({ grants, mode, walls }: Pick<GateContext, 'grants' | 'mode' | 'walls'>): Mode {
	const granted = grants.findLast((grant) => grant.kind === 'mode');
	const wanted = granted?.kind === 'mode' ? granted.mode : mode;
	return wanted === 'contained' && walls === undefined ? 'edit' : wanted;
}

/** Returns the walls that the gate relies on for this call. Undefined in every mode except `contained`. */
export function wallsFor(context: GateContext): Walls | undefined {
	return modeOf(context) === 'contained' ? context.walls : undefined;
}

/** The facts that decide whether an effect stays inside the sandbox: the sandbox's walls, and the paths of the home and the checkout. */
export interface Enclosure {
	readonly walls: Walls;
	readonly facts: Pick<Facts, 'home' | 'root'>;
}

/** The opinions about a call. Opinions that asked about effects inside the sandbox are now `allow`. */
export interface Answered {
	readonly opinions: readonly Opinion[];
	/** Records that at least one opinion became `allow`. */
	readonly contained?: Opinion;
}

/** Turns a `confirm` opinion into `allow` if its effects stay inside the sandbox. All other opinions stay unchanged. */
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

/** Returns a sentence for the verdict: which hosts and services the configuration opens for every command. Empty if it opens none. */
function reachOf(walls: Walls): string {
	const texts = reachTexts(walls);
	return texts.length === 0 ? '' : ` Like every command it may reach ${texts.join(', ')}, by the configuration.`;
}

/**
 * Returns the call as it happens in the sandbox. A shell there has its own home, environment and processes, and a change to these affects
 * nothing outside.
 */
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
			// The sandbox has its own variables and processes. None of the variables comes from the job.
			if (effect.what === wholeEnvironment) return { kind: 'read', path: '/proc/self/environ' };
			return effect.what === '/proc' ? { kind: 'read', path: effect.what } : effect;
		case 'destroy':
			return effect.local === true ? { kind: 'opaque', why: effect.what } : effect;
		default:
			return effect;
	}
}

/**
 * Returns whether the effects of an opinion stay inside the sandbox. An opinion without an effect is about the whole call, so all effects
 * of the call must stay inside.
 */
function endsInside(
	{ rule, effect, approvers, asksContained }: Opinion,
	subject: Subject,
	enclosure: Enclosure,
): boolean {
	// If a rule names approvers, they must decide. A pattern that does not compile may be meant to block.
	if (asksContained === true || approvers !== undefined || rule === skippedRule) return false;
	const effects = effect === undefined ? subject.parts.flatMap((part) => part.effects) : [effect];
	return effects.every((one) => staysInside(one, subject, enclosure));
}

/**
 * Returns whether an effect stays inside the sandbox. Shells and declared tools run in it. The file tools are Countersign's own code and
 * run outside.
 */
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
			// Each call has its own loopback. On it, a command reaches only the services that the walls name.
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
 * Returns whether only the shell of this call sees the path, and only until the call ends. This is true for temporary folders and the
 * home. It is false for a folder that contains the checkout, because a change to it changes the whole checkout.
 */
export function isScratch(path: string, { walls, facts }: Enclosure): boolean {
	if (facts.root.startsWith(`${path}/`)) return false;
	return path === '~' || path.startsWith('~/') || [...walls.scratch, facts.home].some((dir) => lies(path, dir));
}

function lies(path: string, dir: string): boolean {
	return path === dir || path.startsWith(`${dir}/`);
}

/** Returns whether later steps of the same job would execute the file. An action of this repository runs from the checkout. */
function isObeyedByRunner(path: string): boolean {
	return /^\.github\/actions(\/|$)/i.test(path);
}
