import type { Faults } from './faults.ts';
import type { JobHosts } from './job-hosts.ts';
import type { Line } from './judge.ts';
import type { Network } from './network.ts';
import type { People } from './people.ts';
import type { Replicas } from './replicas.ts';

export interface Figure {
	readonly what: string;
	readonly value: string;
}

export interface Measured {
	readonly seed: number;
	readonly seconds: number;
	readonly people: People;
	readonly network: Network;
	readonly faults: Faults;
	readonly replicas: Replicas;
	readonly hosts: JobHosts;
	readonly dispatches: number;
	/** The numbers about approvals, in one line. */
	readonly approvals: string;
	/** The number of deliveries that GitHub had to repeat. */
	readonly redelivered: number;
}

export function figuresOf(measured: Measured): readonly Figure[] {
	const { people, network, faults, replicas, hosts } = measured;
	const answers = people.said.filter((said) => said.answers !== undefined).length;
	const ofStrangers = people.said.filter(({ task }) => !task.mayAsk).length;
	const rows: readonly (readonly [string, string | number])[] = [
		['commands', `${people.said.length} (${ofStrangers} of strangers, ${answers} answers)`],
		['deliveries', `${network.statuses.sum} (${network.statuses})`],
		['replicas killed', replicas.killed],
		['job hosts killed', hosts.killed],
		['faults of GitHub', `${faults.tally.sum} (${faults.tally})`],
		['dispatches', measured.dispatches],
		['jobs', `${hosts.outcomes.sum} (${hosts.outcomes})`],
		['jobs run again by a person', hosts.rerun.sum],
		['approvals', measured.approvals],
		['model calls of duplicates', hosts.duplicateModelCalls.length],
		['recovered by redelivery', measured.redelivered],
		['recovered by looking', replicas.foundByLooking],
		['milliseconds of a job', medianOf(hosts.durations)],
		['seconds', measured.seconds],
		['seed', measured.seed],
	];
	return rows.map(([what, value]) => ({ what, value: String(value) }));
}

function medianOf(values: readonly number[]): string {
	const sorted = values.toSorted((one, other) => one - other);
	return `${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} (median)`;
}

/** Returns the figures and promises for people. */
export function tableOf(figures: readonly Figure[], lines: readonly Line[]): string {
	const width = Math.max(...figures.map(({ what }) => what.length)) + 2;
	const counted = figures.map(({ what, value }) => `${what.padEnd(width)}${value}`);
	const promised = lines.map(({ what, against }) => (against.length === 0 ? `holds   ${what}` : broken(what, against)));
	return [...counted, '', ...promised].join('\n');
}

function broken(what: string, against: readonly string[]): string {
	const shown = against.slice(0, 5).map((one) => `          ${one}`);
	return [`BROKEN  ${what}: ${against.length} times`, ...shown].join('\n');
}
