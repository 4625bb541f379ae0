import type { Deviation } from './deviation.ts';
import type { Judgement } from './judge-traffic.ts';

const line = ({ kind, where, what }: Deviation, count: number): string => `  ${kind} | ${where} | ${what} (${count})`;

const section = (title: string, lines: readonly string[]): readonly string[] =>
	lines.length > 0 ? [`${title}:`, ...lines] : [];

function countsByKind(accepted: Judgement['accepted']): string {
	const counts = new Map<string, number>();
	for (const [{ kind }, count] of accepted) counts.set(kind, (counts.get(kind) ?? 0) + count);
	return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
}

/** Returns the result as text: first the counts, then what must be fixed. */
export function trafficReport(judgement: Judgement): string {
	const { open, accepted, stale, requests, operations, events, answersByTests, otherProtocols } = judgement;
	const others = otherProtocols.map(([name, count]) => `${name} ${count}`).join(', ');
	return [
		`${requests} shapes of requests to ${operations} operations and ${events} webhook payloads, held against GitHub's descriptions.`,
		`Other protocols: ${others}. Answers that tests made up, and that are not checked: ${answersByTests}.`,
		`Accepted deviations: ${accepted.length} entries (${countsByKind(accepted)}).`,
		...section(
			'Not accepted',
			open.map(([deviation, count]) => line(deviation, count)),
		),
		...section(
			'Accepted, but nothing needs it any more',
			stale.map((entry) => line(entry, 0)),
		),
		open.length + stale.length === 0
			? 'The traffic is what GitHub describes.'
			: 'Mend the product or the stand-in, or accept it with a reason in scripts/github-traffic/accepted.ts.',
	].join('\n');
}
