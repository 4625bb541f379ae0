import type { RunView } from '../report/index.ts';
import { headerOf } from './stage.ts';
import type { State } from './state.ts';

/** Which models people are told of: those that answered, in order; before the first reply, the one that is asked first. */
export function modelsOf(state: State): Pick<RunView, 'model' | 'rehearsal'> {
	const { model, fallbacks = [] } = headerOf(state).settings;
	const answered = [...new Set(state.rounds.map(({ reply }) => reply.model))];
	// A rehearsal's replies name it as one, which is said apart.
	const plain = answered.map((id) => id.replace(/ \(rehearsal\)$/, ''));
	return {
		model: plain.length === 0 ? model : plain.join(', then '),
		rehearsal: [model, ...fallbacks].some((id) => id.startsWith('scripted:')),
	};
}

/** What a reader should know of models that did not answer: each thing once. */
export function modelWarnings(state: State): readonly string[] {
	return [...passedOverWarnings(state), ...discardedWarnings(state)];
}

/** Replies that were paid for and count for nothing. */
function discardedWarnings({ discarded }: State): readonly string[] {
	const told = discarded.map(({ model, iteration, reason, why }) =>
		reason === 'empty'
			? `\`${model}\` answered nothing as reply ${iteration}, and was asked once more.`
			: `\`${model}\` broke reply ${iteration} off; nothing of it was done, and it was asked again. ${why}`,
	);
	return [...new Set(told)];
}

function passedOverWarnings({ rounds }: State): readonly string[] {
	const told = rounds.flatMap(({ reply: { model, passed_over: passedOver = [] } }, index) =>
		passedOver.map(({ model: other, why }) => ({
			other,
			text: `\`${other}\` did not give reply ${index + 1}, \`${model}\` did. ${why}`,
		})),
	);
	return [...new Map(told.toReversed().map(({ other, text }) => [other, text])).values()].toReversed();
}
