import { exampleFacts } from '../../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../../src/gate/shell/analyse.ts';
import { brief } from '../brief.ts';

/** What stays unknown of a command line, in the words of the analyser. */
export function whys(command: string): string {
	const effects = analyseShell(command, exampleFacts, '/workspace').parts.flatMap((part) => part.effects);
	return effects.flatMap((effect) => (effect.kind === 'opaque' ? [effect.why] : [])).join('\n');
}

/** What a command line would do, each effect in a short line. */
export function effectsOf(command: string): readonly string[] {
	const { parts } = analyseShell(command, exampleFacts, '/workspace');
	return [...new Set(parts.flatMap((part) => part.effects.map(brief)))];
}
