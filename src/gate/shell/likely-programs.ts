import { posix } from 'node:path';
import { locate } from '../locate.ts';
import type { Analysis, Run } from './analysis.ts';
import { type Budget, costs, pay } from './budget.ts';
import type { Scope } from './program.ts';
import { knownNames, programOf } from './programs.ts';
import { patternMatcher } from './shell-pattern.ts';
import { fork } from './state.ts';
import { constant, type Word } from './word.ts';

const systemFolder = /^(?:\/proc\/(?:self|thread-self|\d+)\/root)?\/(?:usr\/(?:local\/)?)?s?bin\/([^/]+)$/;

/** Returns the name of a program without its system folder, in any spelling: `//bin//rm`, `/usr/../bin/rm`. */
export function withoutFolder({ text }: Word, scope: Scope): string {
	if (!text.includes('/')) return text;
	const place = text.includes('..') && scope.cwd !== undefined ? locate(scope.facts, text, scope.cwd)?.path : undefined;
	const name = systemName(text, scope);
	// A link in the path may make `..` lead to another folder.
	const isSure = name !== undefined && (!text.includes('..') || (place !== undefined && nameIn(place) === name));
	return isSure ? name : text;
}

function systemName(text: string, { cwd }: Scope): string | undefined {
	const absolute = text.startsWith('/') ? text : cwd === undefined ? undefined : `${cwd}/${text}`;
	return absolute === undefined ? undefined : nameIn(posix.normalize(absolute));
}

function nameIn(path: string): string | undefined {
	return systemFolder.exec(path)?.[1];
}

/** Judges the most likely programs of an unknown command too. This can only make the decision stricter. */
export function judgeLikely(name: Word, args: readonly Word[], run: Run, analysis: Analysis): void {
	const scope = { facts: analysis.facts, cwd: run.state.cwd };
	const from = analysis.parts.length;
	for (const likely of likelyNames(name, scope, analysis.budget)) {
		analysis.runWords([constant(likely), ...args], { ...run, state: fork(run.state) });
	}
	// A guess must not be treated as the project's own tool.
	for (const part of analysis.parts.splice(from)) {
		analysis.parts.push({ ...part, effects: part.effects.filter(({ kind }) => kind !== 'exec.project') });
	}
}

function likelyNames(name: Word, scope: Scope, budget: Budget): readonly string[] {
	if (name.pattern) return name.known && pay(budget, costs.matching) ? matching(name.text) : [];
	if (!name.known) return name.program === undefined ? [] : [name.program];
	const likely = name.text.includes('/') ? likelyAt(name.text, scope) : undefined;
	return likely === undefined || programOf(likely, []) === undefined ? [] : [likely];
}

/** Returns the name of a known program that a path outside the checkout may mean, by `..`, by a link, or by its folder. */
function likelyAt(text: string, scope: Scope): string | undefined {
	const climbed = /^(?:\.{1,2}\/+)*\.\.\/+(?:usr\/+(?:local\/+)?)?s?bin\/+([^/]+)$/.exec(text)?.[1];
	if (climbed !== undefined) return climbed;
	const place =
		scope.cwd === undefined && !text.startsWith('/') ? undefined : locate(scope.facts, text, scope.cwd ?? '/');
	return place === undefined || place.inside ? undefined : posix.basename(place.path);
}

/** `/bin/r? x`: returns the known programs that the pattern matches. */
function matching(pattern: string): readonly string[] {
	const matches = patternMatcher(pattern);
	const folders = pattern.startsWith('/') ? ['/bin/', '/usr/bin/', '/sbin/', '/usr/sbin/'] : [''];
	const isAny = matches === undefined || /^[*?]+$/.test(pattern);
	const names = isAny ? [] : knownNames().filter((name) => folders.some((folder) => matches(folder + name)));
	return names.slice(0, mostMatching);
}

const mostMatching = 12;

/** Judges each word that may be the program, with the words that certainly follow. */
export function judgeEach(words: readonly Word[], run: Run, analysis: Analysis): void {
	const certain = words.findIndex((word) => word.either !== true);
	const names = words.slice(0, certain < 0 ? undefined : certain);
	for (const { either: _either, ...name } of names.slice(0, mostNames)) {
		analysis.runWords([name, ...words.slice(names.length)], { ...run, state: fork(run.state) });
	}
}

const mostNames = 4;
