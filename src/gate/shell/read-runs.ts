import { posix } from 'node:path';
import type { Effect, Facts } from '../../core/index.ts';
import type { Part } from '../part.ts';
import type { Analysis, ReadRun } from './analysis.ts';

/**
 * Removes the `exec` effect of a file that the same line writes and then runs. The gate has judged the file's whole text as if it were
 * typed. So running the file needs no further approval, if the file certainly has this text at that moment.
 */
export function withoutReadRuns(analysis: Analysis): readonly Part[] {
	const { parts, readRuns, links, budget } = analysis;
	if (readRuns.length === 0 || links.size > 0 || budget.isPartial) return parts;
	const runs = new Map(readRuns.map((run) => [run.part, run]));
	const isQuiet = parts.every((part) => leavesFiles(part, runs.get(part)));
	if (!isQuiet) return parts;
	return parts.map((part) => {
		const run = runs.get(part);
		return run !== undefined && isPlainRun(run) && isOnlyText(run, analysis) ? withoutExec(part, run.path) : part;
	});
}

/** Returns whether a part leaves the file unchanged. Threat: any other command may change the file in between, or prevent the write. */
function leavesFiles({ text, effects }: Part, run: ReadRun | undefined): boolean {
	if (/^(set|shopt|ulimit|umask)\b.*(noclobber|-\w*[Cfr]|-\w*o r|\d)/.test(text)) return false;
	return effects.every((effect) => /^(read|write|exec\.project)$/.test(effect.kind) || isRunOf(effect, run));
}

function isRunOf(effect: Effect, run: ReadRun | undefined): boolean {
	return effect.kind === 'exec' && effect.program === run?.path;
}

function withoutExec(part: Part, path: string): Part {
	return { ...part, effects: part.effects.filter((one) => one.kind !== 'exec' || one.program !== path) };
}

/**
 * Returns whether the file is new, and exactly one command of the line writes it. If the file existed before, and this command failed, the
 * old text would run.
 */
function isOnlyText({ path }: ReadRun, { parts, facts, fetchedFiles }: Analysis): boolean {
	if (fetchedFiles.size > 0 || wasThere(path, facts)) return false;
	const writers = parts.filter((part) => part.effects.some((effect) => mayWrite(effect, path, part)));
	return writers.length === 1;
}

/** Returns whether a write may create or change the file. A new folder is empty; a copied folder may contain the file. */
function mayWrite(effect: Effect, path: string, { argv }: Part): boolean {
	if (effect.kind !== 'write') return false;
	if (effect.path === path) return true;
	if (/[*?[{]/.test(effect.path)) return true;
	return path.startsWith(`${effect.path}/`) && argv?.[0] !== 'mkdir';
}

function wasThere(path: string, facts: Facts): boolean {
	const absolute = path.startsWith('/') ? path : posix.join(facts.root, path);
	return facts.isThere?.(absolute) ?? false;
}

const plainOptions: readonly (readonly [interpreter: RegExp, option: RegExp])[] = [
	[/^(\/usr)?(\/bin\/)?(bash|sh|dash)$/, /^(-[eu]+|-[eu]*o|pipefail)$/],
	[/^((\/usr)?\/bin\/|\.?v?env\/bin\/)?python(3(\.\d+)?)?$/, /^-[uBqEsI]+$/],
	[/^((\/usr)?\/bin\/)?(node|nodejs)$/, /^--no-warnings$/],
	[/^((\/usr)?\/bin\/)?(ruby|perl|php|lua)$/, /^-[wW]$/],
	[/^((\/usr)?\/bin\/)?[gmn]?awk$/, /^(-f|-F.)$/],
];

/**
 * Returns whether the interpreter runs exactly this text. Threat: options such as `python -x` or `ruby -x` change which text of the file
 * runs, and other shells read the text differently.
 */
function isPlainRun({ part: { argv = [] }, text }: ReadRun): boolean {
	const [name = '', ...words] = argv;
	const option = plainOptions.find(([interpreter]) => interpreter.test(name))?.[1];
	if (option === undefined) return false;
	const first = words.findIndex((word) => !option.test(word));
	if (words[first] === undefined || words[first].startsWith('-')) return false;
	// Threat: `f=.git/config` changes a variable of the program in the file.
	if (/awk$/.test(name) && words.some((word) => /^[A-Za-z_]\w*=/.test(word))) return false;
	return !/^(\/bin\/)?(sh|dash)$/.test(posix.basename(name)) || !ofBashAlone.test(text);
}

/** Syntax that other shells read differently. */
const ofBashAlone = /\$['"]|[<>]\(|&>|\[\[|\(\(|<<<|=\(|\b(function|coproc|select|time)\b|\|&|\{[^}\s]*(,|\.\.)/;

/** Adds an opaque effect to a command that applies a patch, if another command of the line may have changed the patch. */
export function doubtPatches(parts: readonly Part[], { facts, links }: Analysis): readonly Part[] {
	return parts.map((part) => {
		if (!part.traits.includes('reads-patch')) return part;
		const files = part.effects.flatMap((one) => (one.kind === 'read' ? [one.path] : []));
		const isDoubtful = files.some((path) => {
			const writers = parts.filter((one) => one.effects.some((effect) => mayWrite(effect, path, one))).length;
			return writers > 1 || (writers === 1 && (wasThere(path, facts) || links.size > 0));
		});
		const why = 'a patch that this command line may have changed';
		return isDoubtful ? { ...part, effects: [...part.effects, { kind: 'opaque', why }] } : part;
	});
}

/**
 * Adds an opaque effect to a compiler if another command of the line may write its source, and the gate does not know the new text. A
 * missing source may come from any tool of the project.
 */
export function doubtSources(parts: readonly Part[], { written }: Analysis): readonly Part[] {
	return parts.map((part) => {
		if (part.sources === undefined) return part;
		const others = parts.filter((one) => one !== part);
		const isMade = others.some((one) => one.effects.some(({ kind }) => kind === 'exec.project'));
		const isDoubtful = part.sources.some(({ path, isMissing }) => {
			if (isMissing === true && isMade) return true;
			const writers = others.filter((one) => one.effects.some((effect) => mayWrite(effect, path, one)));
			const changing = writers.filter(({ traits }) => !traits.includes('reformats'));
			return changing.length > 1 || (changing.length === 1 && !written.has(path));
		});
		const why = 'the text of a source that this command line may have changed';
		return isDoubtful ? { ...part, effects: [...part.effects, { kind: 'opaque', why }] } : part;
	});
}
