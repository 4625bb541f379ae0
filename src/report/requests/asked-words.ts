import { standingPath } from '../../core/index.ts';

/** How often people were asked, and how often they approved or denied. A question without an answer counts as neither. */
export interface AskedCount {
	/** One question for each id, even if one answer was for several calls. */
	readonly questions: number;
	readonly approved: number;
	readonly denied: number;
	readonly spared: readonly Spared[];
}

/** A change that would have made questions unnecessary: a rule for hosts, or `for-run` added to an approval. */
export type Spared =
	| { readonly kind: 'rule'; readonly hosts: readonly string[]; readonly ids: readonly string[] }
	| { readonly kind: 'grant'; readonly id: string; readonly ids: readonly string[] };

/** The fewest questions for which a percentage is shown. */
const fewestForShare = 10;

/** Returns words such as `asked once, approved` or `asked 4 times: 3 approved, 1 denied`. Empty if there was no question. */
export function askedWords(asked: AskedCount | undefined): readonly string[] {
	if (asked === undefined || asked.questions === 0) return [];
	const { questions, approved, denied } = asked;
	const counts = [
		[approved, 'approved'],
		[denied, 'denied'],
		[questions - approved - denied, 'unanswered'],
	] as const;
	const given = counts.filter(([count]) => count > 0);
	const [[, only] = [0, ''], ...others] = given;
	if (others.length === 0) return [questions === 1 ? `asked once, ${only}` : `asked ${times(questions)}: all ${only}`];
	const share = questions < fewestForShare ? '' : ` (${Math.round((100 * approved) / questions)} %)`;
	const words = given.map(([count, word]) => `${count} ${word}${word === 'approved' ? share : ''}`);
	return [`asked ${times(questions)}: ${words.join(', ')}`];
}

function times(count: number): string {
	return count === 2 ? 'twice' : `${count} times`;
}

const mostSpared = 5;
const mostIds = 20;

/** Returns one sentence for each change that would have made questions unnecessary, with the rule if the change is a rule. */
export function sparedWords(
	asked: AskedCount | undefined,
): readonly { readonly text: string; readonly rule?: string }[] {
	return (asked?.spared ?? []).slice(0, mostSpared).map((spared) => {
		const which = idWords(spared.ids);
		if (spared.kind === 'grant')
			return { text: `With \`/approve ${spared.id} for-run\`, the run would not have asked about ${which}.` };
		const text = `With a rule for ${spared.hosts.map((host) => `\`${host}\``).join(', ')} in \`${standingPath}\`, the run would not have asked about ${which}.`;
		return { text, rule: hostRule(spared.hosts) };
	});
}

function idWords(ids: readonly string[]): string {
	const shown = ids.slice(0, mostIds);
	const rest = ids.length > mostIds ? [`${ids.length - mostIds} more`] : [];
	const [last = '', ...others] = [...shown, ...rest].toReversed();
	return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

/** Returns a standing approval, as an item of `rules`. With it, every command may reach these hosts without approval. */
export function hostRule(hosts: readonly string[]): string {
	const name = hosts
		.join('-')
		.replace(/[^a-z0-9]+/gi, '-')
		.slice(0, 60)
		.replace(/-$/, '');
	const patterns = hosts.map((host) => `'^talks to \`${host.replaceAll('.', '\\.')}\`$'`);
	return [
		`- name: reach-${name}`,
		'  tools: [shell_exec]',
		'  effects: [network]',
		`  effect_patterns: [${patterns.join(', ')}]`,
		'  action: allow',
	].join('\n');
}
