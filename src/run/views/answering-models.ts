import { modelName } from '../../core/index.ts';
import type { RunView } from '../../report/index.ts';
import { headerOf } from '../stage.ts';
import type { State } from '../state/state.ts';

/** Returns the models to show to people: the models that answered, in order, or before the first reply the model that is asked first. */
export function modelsOf(state: State): Pick<RunView, 'model' | 'rehearsal'> {
	const { model, fallbacks = [] } = headerOf(state).settings;
	const answered = [...new Set(state.rounds.map(({ reply }) => modelName(reply.model)))];
	return {
		model: answered.length === 0 ? modelName(model) : answered.join(', then '),
		rehearsal: [model, ...fallbacks].some((id) => id.startsWith('scripted:')),
	};
}

/** Returns warnings about models that did not answer, each warning once. */
export function modelWarnings(state: State): readonly string[] {
	return [...passedOverWarnings(state), ...discardedWarnings(state)];
}

/** Returns warnings about replies that were paid for and not used. */
function discardedWarnings({ discarded }: State): readonly string[] {
	const told = discarded.map(({ model, iteration, reason, why }) =>
		reason === 'empty'
			? `\`${modelName(model)}\` answered nothing as reply ${iteration}, and was asked once more.`
			: `\`${modelName(model)}\` broke reply ${iteration} off; nothing of it was done, and it was asked again. ${why}`,
	);
	return [...new Set(told)];
}

function passedOverWarnings({ rounds }: State): readonly string[] {
	const told = rounds.flatMap(({ reply: { model, passed_over: passedOver = [] } }, index) =>
		passedOver.map(({ model: other, why }) => ({
			other,
			text: `\`${modelName(other)}\` did not give reply ${index + 1}, \`${modelName(model)}\` did. ${why}`,
		})),
	);
	return [...new Map(told.toReversed().map(({ other, text }) => [other, text])).values()].toReversed();
}
