import type { Decision } from '../../../src/core/index.ts';

const words: Readonly<Record<Decision, string>> = { allow: 'runs', confirm: 'asks', block: 'blocked' };
const tones: Readonly<Record<Decision, string>> = { allow: 'good', confirm: 'ask', block: 'bad' };

/** The gate's decision as a coloured word. */
export function DecisionTag({ decision }: { readonly decision: Decision }) {
	return <span class={`tag ${tones[decision]}`}>{words[decision]}</span>;
}
