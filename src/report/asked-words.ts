import { standingPath } from '../core/index.ts';

/** How often people were asked, and what they said. Who did not answer, or has not yet, said neither. */
export interface AskedCount {
	/** One for each id, however many calls its answer was for. */
	readonly questions: number;
	readonly approved: number;
	readonly denied: number;
	readonly spared: readonly Spared[];
}

/** What would have spared people questions: a rule for hosts, or `for-run` behind an answer that they gave. */
export type Spared =
	| { readonly kind: 'rule'; readonly hosts: readonly string[]; readonly ids: readonly string[] }
	| { readonly kind: 'grant'; readonly id: string; readonly ids: readonly string[] };

/** `asked 4 times: 3 approved (75 %), 1 denied`; nothing where nobody was asked. */
export function askedWords(asked: AskedCount | undefined): readonly string[] {
	if (asked === undefined || asked.questions === 0) return [];
	const { questions, approved, denied } = asked;
	const open = questions - approved - denied;
	const said = [
		...(open === questions ? [] : [`${approved} approved (${Math.round((100 * approved) / questions)} %)`]),
		...(denied === 0 ? [] : [`${denied} denied`]),
		...(open === 0 ? [] : [`${open} without an answer`]),
	];
	return [`asked ${questions === 1 ? 'once' : `${questions} times`}: ${said.join(', ')}`];
}

const mostSpared = 5;
const mostIds = 20;

/** One sentence for each thing that would have spared questions, with the rule where it is one. */
export function sparedWords(
	asked: AskedCount | undefined,
): readonly { readonly text: string; readonly rule?: string }[] {
	return (asked?.spared ?? []).slice(0, mostSpared).map((spared) => {
		const which = idWords(spared.ids);
		if (spared.kind === 'grant') return { text: `\`/approve ${spared.id} for-run\` would have spared ${which}.` };
		const text = `A rule for ${spared.hosts.map((host) => `\`${host}\``).join(', ')} in \`${standingPath}\` would have spared ${which}.`;
		return { text, rule: hostRule(spared.hosts) };
	});
}

function idWords(ids: readonly string[]): string {
	const shown = ids.slice(0, mostIds);
	const rest = ids.length > mostIds ? [`${ids.length - mostIds} more`] : [];
	const [last = '', ...others] = [...shown, ...rest].toReversed();
	return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
}

/** A standing approval by which every command may reach these hosts unasked: an item of `rules`. */
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
