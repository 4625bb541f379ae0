import type { Effect, Facts } from '../../core/index.ts';
import type { Part } from '../part.ts';
import { matchesComponent } from './shell-pattern.ts';
import { ignoreFile } from './there.ts';

interface Around {
	/** The facts before the line runs. */
	readonly facts: Facts;
	/** The texts that the line certainly writes. */
	readonly written: ReadonlyMap<string, string>;
}

/**
 * Adds an opaque effect to a command that skips ignored files, if the same line changes which files git ignores. Threat:
 * `echo '!.env' >> .gitignore; git add .; git diff --cached` shows a file that git has ignored so far.
 */
export function doubtIgnored(parts: readonly Part[], around: Around): readonly Part[] {
	if (!parts.some(obeys)) return parts;
	const changing = parts.filter(({ effects }) => effects.some(changesIgnored));
	if (changing.length === 0 || (changing.length === 1 && changing.every((part) => onlyIgnoresMore(part, around))))
		return parts;
	const why = 'files that git ignores until this command line changes what it ignores';
	return parts.map((part) => {
		const isDoubtful = obeys(part) && changing.some((one) => one !== part);
		return isDoubtful ? { ...part, effects: [...part.effects, { kind: 'opaque', why }] } : part;
	});
}

function obeys({ traits }: Part): boolean {
	return traits.includes('obeys-ignore-files');
}

type Change = Extract<Effect, { kind: 'delete' | 'write' | 'config.write' }>;

function isChange(effect: Effect): effect is Change {
	return effect.kind === 'delete' || effect.kind === 'write' || effect.kind === 'config.write';
}

/**
 * Returns whether an effect may change an ignore file. A shell pattern matches a leading dot only if it contains the dot. A pattern of
 * `find`, which begins with `**`, always matches it.
 */
function changesIgnored(effect: Effect): boolean {
	if (!isChange(effect)) return false;
	const components = effect.path.split('/');
	const last = components.at(-1) ?? '';
	if (!/[*?[{(]/.test(last)) return ignoreFile.test(last);
	const mayHide = components[0] === '**' || !/^[*?]/.test(last);
	return mayHide && matchesComponent(last, '.gitignore');
}

/** Returns whether the part only adds patterns to ignore files, and none of the patterns includes files again. */
function onlyIgnoresMore({ effects }: Part, { facts, written }: Around): boolean {
	return effects.filter(changesIgnored).every((effect) => {
		const text = effect.kind === 'write' ? written.get(effect.path) : undefined;
		if (text === undefined || !isChange(effect)) return false;
		const before = linesOf(facts.readText(effect.path) ?? '');
		const lines = linesOf(text);
		const added = lines.slice(before.length);
		return before.every((line, i) => line === lines[i]) && !added.some((line) => line.startsWith('!'));
	});
}

/**
 * Returns the lines of a text, without the empty one after a final line end. If the old text has no final line end, text that is added
 * changes its last line, so the comparison above finds a difference.
 */
function linesOf(text: string): readonly string[] {
	const lines = text.split('\n');
	return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
