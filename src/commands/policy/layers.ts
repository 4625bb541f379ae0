import type { Match, Verdict } from '../../core/index.ts';
import type { Policy } from '../../gate/index.ts';

/** One layer's decision about a call, with everything that it is about. */
export interface Spoken {
	readonly decision: Match['decision'];
	readonly rule: string;
	readonly reason: string;
	readonly file?: string;
	readonly line?: number;
	readonly about: readonly string[];
}

/** A layer of the gate, in the order in which the layers are asked. */
export interface Layer {
	readonly name: string;
	readonly spoken: readonly Spoken[];
}

/** Returns the layers of a verdict. Each policy file is a separate layer. A layer without an entry has no opinion. */
export function layersOf({ matches }: Verdict, policies: readonly Policy[]): readonly Layer[] {
	const files = policies.map(({ file }) => file);
	const rows: readonly (readonly [string, (match: Match) => boolean])[] = [
		['tools', ({ stage }) => stage === 'tools' || stage === 'secrets' || stage === 'error'],
		['paths', ({ stage }) => stage === 'paths'],
		['patterns', ({ stage }) => stage === 'patterns'],
		['floor', ({ stage }) => stage === 'floor'],
		...files.map((file) => [file, (match: Match) => match.stage === 'policy' && match.file === file] as const),
		['where no file speaks', (match) => match.stage === 'default' || isHarmless(match)],
		['run facts', (match) => match.stage === 'effects' && !isHarmless(match)],
		['risk', ({ stage }) => stage === 'risk'],
		['mode and grants', ({ stage }) => stage === 'grant'],
	];
	const floors = policies.filter(({ name }) => name === 'floor').map(({ file }) => file);
	return rows
		.filter(([name]) => !floors.includes(name))
		.map(([name, belongs]) => ({ name, spoken: merged(matches.filter(belongs)) }));
}

function isHarmless({ stage, rule }: Match): boolean {
	return stage === 'effects' && rule === 'no-effect';
}

function merged(matches: readonly Match[]): readonly Spoken[] {
	const groups = Map.groupBy(matches, ({ decision, rule, reason, file, line }) =>
		JSON.stringify([decision, rule, rule === 'default_action' ? '' : reason, file, line]),
	);
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const { decision, rule, reason, file, line } = first;
		const about = [...new Set(group.map(({ evidence }) => evidence))];
		return [{ decision, rule, reason, about, ...(file && { file }), ...(line !== undefined && { line }) }];
	});
}

/** Returns the place of an opinion, such as `policies/floor.yml:12`. Empty if there is none. */
export function fileAndLine({ file, line }: { readonly file?: string; readonly line?: number }): string {
	return file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}`;
}

/** Returns the match that decided. The verdict has its rule and reason. */
export function decisiveMatch({ decision, rule, reason, matches }: Verdict): Match | undefined {
	return matches.find((match) => match.decision === decision && match.rule === rule && match.reason === reason);
}
