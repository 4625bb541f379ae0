import { type Effect, type Facts, type GateContext, isOwnMachine, type Mode, type Walls } from '../core/index.ts';
import type { Opinion, Subject } from './part.ts';

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

/** Whether what an opinion asks about ends inside the walls. What asks about a whole call needs all of the call inside. */
export function endsInside({ stage, effect, asksContained }: Opinion, subject: Subject, enclosure: Enclosure): boolean {
	// A pattern knows more than the effects show, and a skipped one may have been a block.
	if (asksContained === true || stage === 'patterns') return false;
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
			// The call's own loopback: nobody else is there.
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
