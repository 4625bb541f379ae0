import { type Effect, type Facts, hasTrait } from '../core/index.ts';
import { mayDefine } from './definitions.ts';
import { type Opinion, opinion, type Part, type Subject } from './part.ts';
import { writtenModules } from './written-modules.ts';

/** Judges by facts that no policy file can know, because they depend on this run: the files that the run changed, and its own branches. */
export function judgeRunFacts(subject: Subject, facts: Facts, ownBranchPrefix: string | undefined): readonly Opinion[] {
	const changed = subject.parts.flatMap((part) =>
		part.effects.flatMap((effect) => {
			const found =
				changedDefinition(effect, part, { facts, parts: subject.parts }) ??
				foreignForcePush(effect, part, ownBranchPrefix);
			return found === undefined ? [] : [found];
		}),
	);
	return [...changed, ...writtenModules(subject.parts, facts)];
}

/**
 * Requires approval for a tool of the project if this run or call may have changed its definition. As the maintainers wrote it, it needs
 * none.
 */
function changedDefinition(effect: Effect, part: Part, { facts, parts }: Around): Opinion | undefined {
	if (effect.kind !== 'exec.project') return undefined;
	const isBefore = facts.changedInRun(effect.definedIn);
	const isChanged = parts.some((one) => one !== part && changes(one, effect.definedIn));
	// Threat: after a switch of the branch, `npm test` may run another script.
	const earlier = part.traits.includes('beside') ? parts : parts.slice(0, parts.indexOf(part));
	const isOther = earlier.some(({ traits }) => traits.includes('brings-files'));
	const other = isBefore || isChanged || isOther ? undefined : writtenDefinition(earlier, part);
	if (!isBefore && !isChanged && !isOther && other === undefined) return undefined;
	const when = isBefore ? 'was changed in this run' : 'is changed by the same call';
	const what = other === undefined ? `\`${effect.definedIn}\`, which defines` : `\`${other}\`, which may define`;
	const reason = `${what} \`${effect.script}\`, ${when}.`;
	return opinion(
		'effects',
		'confirm',
		{ rule: 'definition-changed', reason, risk: 'high', evidence: part.text.slice(0, 300) },
		effect,
	);
}

/**
 * Returns a file that earlier parts write, and that may define the tool. Threat: a command line writes a build file or a linter's settings,
 * and then runs them as a tool of the project.
 */
function writtenDefinition(earlier: readonly Part[], { argv }: Part): string | undefined {
	const writers = earlier.filter(({ traits }) => !traits.includes('reformats'));
	const written = writers.flatMap(({ effects }) =>
		effects.flatMap((effect) => (hasTrait(effect, 'does', 'writes') ? [effect.path] : [])),
	);
	return written.find((path) => !path.startsWith('/') && mayDefine(path, argv?.[0] ?? ''));
}

interface Around {
	readonly facts: Facts;
	readonly parts: readonly Part[];
}

/**
 * Returns whether a command writes or deletes a file of the checkout. `.` means any file. A formatter changes only the form of
 * `package.json`, not its scripts. A settings file with code is different, because compilers also write such files.
 */
function changes({ effects, traits }: Part, file: string): boolean {
	if (traits.includes('reformats') && /\.(jsonc?|toml|ya?ml)$/.test(file)) return false;
	return effects.some(
		(effect) =>
			hasTrait(effect, 'does', 'writes', 'deletes') &&
			!effect.path.startsWith('/') &&
			(file === '.' || reaches(effect.path, file)),
	);
}

/** Returns whether a path, a folder or a pattern is, contains or may match a file. */
function reaches(path: string, file: string): boolean {
	const wildcard = path.search(/[*?[{]/);
	if (wildcard < 0) return path === '.' || path === file || file.startsWith(`${path}/`);
	const ending = /[^*?\]}]*$/.exec(path)?.[0] ?? '';
	return file.startsWith(path.slice(0, wildcard)) && file.endsWith(ending);
}

/** Blocks a push that may drop commits of a branch that is not the run's own. */
function foreignForcePush(effect: Effect, part: Part, prefix: string | undefined): Opinion | undefined {
	if (prefix === undefined || effect.kind !== 'git.push' || !effect.force) return undefined;
	const branch = effect.ref.replace(/^:/, '');
	if (branch.startsWith(prefix) || branch === 'HEAD' || branch.includes('$')) return undefined;
	const reason = `The run may force-push or delete only branches under \`${prefix}\`. To deliver changes, use \`open_pull_request\`.`;
	return opinion(
		'effects',
		'block',
		{ rule: 'foreign-force-push', reason, risk: 'critical', evidence: part.text.slice(0, 300) },
		effect,
	);
}
