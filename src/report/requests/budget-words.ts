import type { Cap } from '../../core/index.ts';
import { dollars } from '../status/cost-words.ts';
import { span } from '../text/markdown.ts';

interface Words {
	readonly setting: string;
	readonly unit: string;
	/** What happens after a denial. */
	readonly denied: string;
}

const atOnce = 'the run ends at once, without another request to the model';
const lastWords = 'the model writes a last answer, without tools, and the run ends';

const words: Readonly<Record<Cap, Words>> = {
	tokens: { setting: 'budget.tokens_per_run', unit: 'tokens', denied: atOnce },
	money: { setting: 'budget.usd_per_run', unit: 'US dollars at list prices', denied: atOnce },
	'day-tokens': { setting: 'budget.tokens_per_day', unit: 'tokens', denied: atOnce },
	'day-money': { setting: 'budget.usd_per_day', unit: 'US dollars at list prices', denied: atOnce },
	minutes: { setting: 'budget.minutes_per_run', unit: 'minutes', denied: lastWords },
	'day-minutes': { setting: 'budget.minutes_per_day', unit: 'minutes', denied: lastWords },
	iterations: { setting: 'max_iterations', unit: 'replies that use tools', denied: lastWords },
};

/** Returns the key that sets a cap, in the configuration or in the skill that the run follows. */
export function capSetting(cap: Cap, isOfSkill = false): string {
	return isOfSkill ? `budget.${cap} of the skill` : words[cap].setting;
}

/** Returns the unit of a cap. */
export function capUnit(cap: Cap): string {
	return words[cap].unit;
}

/** Returns whether a cap limits money, which is counted in cents. */
export function capsMoney(cap: Cap): boolean {
	return cap === 'money' || cap === 'day-money';
}

/** Returns an amount of a cap in words. For money, `count` is in cents. */
export function capAmount(cap: Cap, count: number): string {
	return capsMoney(cap) ? dollars(count / 100) : count.toLocaleString('en-US');
}

/** A request for a larger budget. */
export interface ShownRaise {
	readonly cap: Cap;
	readonly used: number;
	readonly limit: number;
	readonly to: number;
	/** The day (UTC) of a daily cap. */
	readonly day?: string;
	/** If true, the cap is from the skill that the run follows. */
	readonly isOfSkill?: boolean;
}

/** Returns the used part of the limit, the effect of each answer, and the binding of the approval. */
export function raiseBlocks(id: string, binding: string, raise: ShownRaise): readonly string[] {
	const { cap, used, limit, to, day, isOfSkill } = raise;
	const { unit, denied } = words[cap];
	const setting = capSetting(cap, isOfSkill);
	const amount = (count: number): string => `${capAmount(cap, count)} ${unit}`;
	const reached = `${capAmount(cap, used)} of ${amount(limit)}`;
	const whose = cap === 'iterations' ? 'The model has sent' : 'The run has used';
	const fact =
		day === undefined
			? `${whose} **${reached}** (\`${setting}\`). The run needs approval to continue.`
			: `The runs of this repository have used **${reached}** on ${day} UTC (\`${setting}\`). This run needs approval to continue.`;
	const more = `${capAmount(cap, to - limit)} more`;
	const raised =
		day === undefined
			? `this run continues with a limit of ${amount(to)} (${more}). At this limit, it asks again.`
			: `this run continues. It asks again when all runs of ${day} UTC together have used ${amount(to)} (the limit was ${capAmount(cap, limit)}). The approval is valid only for this run and this day.`;
	return [
		fact,
		[`- \`/approve ${id}\`: ${raised}`, `- \`/deny ${id}\`, or no answer: ${denied}.`].join('\n'),
		`<sub>An approval is valid once, and only for this request (${span(binding.slice(0, 16))} is its fingerprint). You cannot add \`for-run\` or \`always\`.</sub>`,
	];
}
