import { posix } from 'node:path';
import type { Effect, Facts, Walls } from '../core/index.ts';
import { type Enclosure, isScratch } from './contained.ts';
import { type Opinion, opinion, type Part, type Subject } from './part.ts';
import { isCredential, isExecutedLater } from './sensitive.ts';

/**
 * The paths layer (leashd, Safety Pipeline: SandboxEnforcer). File tools stay in the root. A shell may need approval to read outside.
 * Outside the root it may write only in temporary folders.
 */
export function judgePaths(subject: Subject, facts: Facts, walls?: Walls): readonly Opinion[] {
	return subject.parts.flatMap((part) =>
		part.effects.flatMap((effect) => {
			const isOwn = walls !== undefined && subject.isShell && isOwnScratch(effect, { walls, facts });
			const found = isOwn ? undefined : judge(effect, subject.isShell, facts);
			return found === undefined ? [] : [toOpinion(found, effect, part)];
		}),
	);
}

/** In a proven sandbox, the home and the temporary folders belong to the call. */
function isOwnScratch(effect: Effect, enclosure: Enclosure): boolean {
	return (
		(effect.kind === 'write' && effect.scratch === true) ||
		(effect.kind === 'delete' && isScratch(effect.path, enclosure))
	);
}

interface Found {
	readonly rule: string;
	readonly reason: string;
	readonly isBlock: boolean;
}

function judge(effect: Effect, isShell: boolean, facts: Facts): Found | undefined {
	switch (effect.kind) {
		case 'read':
			if (isShell && effect.public === true) return undefined;
			return isOutside(effect.path, facts) && !liesIn(effect.path, facts.readRoots)
				? readOutside(effect.path, isShell)
				: undefined;
		case 'write':
		case 'delete':
			return judgeChange(effect.path, effect.kind, isShell, facts);
		case 'config.write':
			return judgeConfiguration(effect.path, isShell, facts);
		case 'opaque':
			// Threat: a file tool whose path cannot be resolved (a NUL byte, another user's home) would leave the sandbox unnoticed.
			return !isShell && effect.unplaced === true ? invalid(effect.why) : undefined;
		case 'exec':
		case 'exec.project':
		case 'exec.tool':
		case 'network':
		case 'secret.read':
		case 'privilege':
		case 'git.commit':
		case 'git.push':
		case 'git.rewrite':
		case 'forge.read':
		case 'forge.write':
		case 'deliver':
		case 'destroy':
			return undefined;
		default:
			return effect satisfies never;
	}
}

function judgeChange(path: string, verb: 'write' | 'delete', isShell: boolean, facts: Facts): Found | undefined {
	if (isOutside(path, facts)) return isShell ? outsideShell(path, facts) : outside(verb, path);
	return verb === 'delete' || !isCredential(path) ? undefined : credential(path);
}

/**
 * Judges a change of configuration. It blocks a credential in a folder with configuration, but not a file that is configuration by its own
 * name, such as `.npmrc`, because the policies require approval for that.
 */
function judgeConfiguration(path: string, isShell: boolean, facts: Facts): Found | undefined {
	if (isOutside(path, facts)) return isShell ? outsideShell(path, facts) : outside('write', path);
	// The floor has its own rule for files in `.git`.
	const isConfiguration = isExecutedLater(posix.basename(path)) || /(?:^|\/)\.git\//.test(path);
	return isCredential(path) && !isConfiguration ? credential(path) : undefined;
}

function credential(path: string): Found {
	const reason = `\`${path}\` contains credentials, so the agent may not write it.`;
	return { rule: 'credential-write', reason, isBlock: true };
}

function readOutside(path: string, isShell: boolean): Found {
	if (!isShell) return outside('read', path);
	return { rule: 'read-outside', reason: `\`${path}\` is outside the checkout.`, isBlock: false };
}

/** Judges a change by a shell outside of the root. It may change temporary folders, but nothing else outside. */
function outsideShell(path: string, facts: Facts): Found | undefined {
	const isTemporary = path === '/tmp' || path.startsWith('/tmp/') || path.startsWith('/var/tmp/');
	if (!isOutside(path, facts) || (isTemporary && !isAbove(path, facts.root))) return undefined;
	return outside('change', path);
}

/** Returns whether the path contains the checkout. A change to it changes the whole checkout. */
function isAbove(path: string, root: string): boolean {
	return root.startsWith(`${path}/`);
}

function outside(verb: string, path: string): Found {
	return {
		rule: 'outside-root',
		reason: `The agent may not ${verb} \`${path}\`, because it is outside the checkout.`,
		isBlock: true,
	};
}

function invalid(why: string): Found {
	return { rule: 'invalid-path', reason: `Invalid path: ${why}.`, isBlock: true };
}

/** Effects use relative paths for files in the root. Configuration may also be named by its variable or `~`. */
function isOutside(path: string, facts: Facts): boolean {
	if (liesIn(path, facts.roots)) return false;
	return (path.startsWith('/') && path !== facts.root) || path.startsWith('~');
}

function liesIn(path: string, roots: readonly string[] = []): boolean {
	return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

function toOpinion({ rule, reason, isBlock }: Found, effect: Effect, part: Part): Opinion {
	const risk = isBlock ? 'critical' : 'medium';
	return opinion(
		'paths',
		isBlock ? 'block' : 'confirm',
		{ rule, reason, risk, evidence: part.text.slice(0, 300) },
		effect,
	);
}
