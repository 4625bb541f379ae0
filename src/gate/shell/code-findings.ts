import { analyseCode } from '../code/index.ts';
import { type Budget, payCode } from './budget.ts';
import { type Finding, opaque, type Scope } from './program.ts';
import { programOf } from './programs.ts';
import { holdsNames } from './word.ts';

/** Replaces code of another language by its effects. Returns any other finding unchanged. */
export function readCode(finding: Finding, scope: Scope, budget: Budget): readonly Finding[] {
	if (finding.find !== 'code') return [finding];
	if (!payCode(budget, finding.source.text.length))
		return [opaque('code of another language: there is too much of it')];
	const isProgram = (name: string) => programOf(name, []) !== undefined;
	const isWrapper = (name: string) => programOf(name, [])?.wraps === true;
	const source = holdsNames(finding.source) ? { ...finding.source, known: false } : finding.source;
	return analyseCode(finding.language, source, { ...scope, isProgram, isWrapper }, finding.start);
}
