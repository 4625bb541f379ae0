import { decisiveMatch, fileAndLine } from '../../../src/commands/policy/layers.ts';
import { type PastCall, pastCalls, runKey } from '../../../src/commands/policy/past-calls.ts';
import { type Rejudged, rejudge } from '../../../src/commands/policy/rejudge.ts';
import {
	assumedWalls,
	type Decision,
	type EntryOf,
	type Facts,
	isJsonObject,
	type JsonValue,
	type Mode,
} from '../../../src/core/index.ts';
import {
	createGate,
	isCompiledPolicy,
	type Policy,
	shippedPatterns,
	shippedPolicies,
} from '../../../src/gate/index.ts';
import { loadKnownPolicy, loadPolicy } from '../../../src/gate/loading.ts';
import { checkoutFacts } from '../bench/checkout.ts';
import { createPace } from './paced.ts';
import { contentOf, type OpenRecord } from './read-record.ts';
import { standInFiles } from './stand-in-files.ts';

/** The policy and the mode by which a visitor judges a run again. */
export interface ReplayChoice {
	/** `run`: the policies of the run itself. `own`: the visitor's text, with the default policy. Any other value names a shipped policy. */
	readonly policy: string;
	readonly own: string;
	/** Undefined means the mode of the run. */
	readonly mode: Mode | undefined;
}

/** One call, judged again. `unclear` means that the record does not contain everything that the verdict depends on. */
export interface ReplayedCall {
	readonly id: string;
	readonly tool: string;
	readonly was: Decision;
	readonly wasRule: string;
	readonly kind: 'same' | 'looser' | 'stricter' | 'unclear';
	/** The new verdict, if it differs. */
	readonly now?: {
		readonly decision: Decision;
		readonly rule: string;
		readonly reason: string;
		readonly place: string;
	};
	/** Why the call was not judged again. */
	readonly why?: string;
}

/** What the replay needs in addition to the record. */
export interface ReplaySetting {
	/** The texts of all shipped policies, by their names. */
	readonly texts: Readonly<Record<string, string>>;
	/** As `2026-12-31`. */
	readonly today: string;
	readonly tell: (done: number, all: number) => void;
	readonly signal: AbortSignal;
}

const unknownFiles = 'the verdict depends on files of the checkout, and the record does not hold them';

/**
 * Judges the calls of a run by other policies or in another mode. The page has no checkout. So each call is first judged by the run's own
 * rules. If this does not give the recorded verdict, the record does not contain everything that the verdict depends on. @throws
 * CountersignError `bad-policy`
 */
export async function replayRun(
	record: OpenRecord,
	choice: ReplayChoice,
	{ texts, today, tell, signal }: ReplaySetting,
): Promise<readonly ReplayedCall[]> {
	const readBlob = (hash: string) => contentOf(record.source, hash);
	const recorded = await policiesOfRun(record, readBlob, today);
	const wanted = choice.policy === 'run' ? recorded : chosenPolicies(choice, texts, today);
	const past = await pastCalls({
		entries: record.entries,
		key: runKey(record.entries) ?? record.name,
		contentOf: readBlob,
	});
	const [then, now] = [judgingBy(recorded), judgingBy(wanted)];
	const pace = createPace(signal);
	const judged: ReplayedCall[] = [];
	for (const call of past) {
		const facts = checkoutFacts(standInFiles(call.verdict.effects));
		const first = rejudge(call, then(facts), undefined);
		judged.push(replayed(call, first, () => rejudge(call, now(facts), choice.mode)));
		await pace();
		tell(judged.length, past.length);
	}
	return judged;
}

type Judging = Parameters<typeof rejudge>[1];

function judgingBy(policies: readonly Policy[]): (facts: Facts) => Judging {
	const patterns = shippedPatterns();
	const gate = createGate({ policies, patterns, knownTools: 'any' });
	return (facts) => ({
		gate,
		policies,
		patterns,
		context: { facts, mode: 'default', grants: [], walls: assumedWalls },
	});
}

function replayed(call: PastCall, first: Rejudged, judgeNow: () => Rejudged): ReplayedCall {
	const { call_id: id, tool_name: tool, decision: was, matched_rule: wasRule } = call.verdict;
	const about = { id, tool, was, wasRule };
	if (first.kind === 'untold') return { ...about, kind: 'unclear', why: first.why };
	if (first.kind === 'flip') return { ...about, kind: 'unclear', why: unknownFiles };
	const again = judgeNow();
	if (again.kind === 'untold') return { ...about, kind: 'unclear', why: again.why };
	if (again.kind === 'same') return { ...about, kind: 'same' };
	const { decision, rule, reason } = again.now;
	const match = decisiveMatch(again.now);
	const place = match === undefined ? '' : fileAndLine(match);
	return { ...about, kind: again.isLooser ? 'looser' : 'stricter', now: { decision, rule, reason, place } };
}

function chosenPolicies(
	{ policy, own }: ReplayChoice,
	texts: ReplaySetting['texts'],
	today: string,
): readonly Policy[] {
	if (policy === 'own')
		return [...shippedPolicies(['default']), loadPolicy(own, 'your-policy.yml', { today, isOwn: true })];
	if (isCompiledPolicy(policy)) return shippedPolicies([policy]);
	return [...shippedPolicies(['floor']), loadPolicy(texts[policy] ?? '', `policies/${policy}.yml`, { today })];
}

/** Returns the policies that the record contains. Without them, the default policy is used. */
async function policiesOfRun(
	{ entries }: OpenRecord,
	readBlob: (hash: string) => Promise<string | undefined>,
	today: string,
): Promise<readonly Policy[]> {
	const header = entries.find((entry): entry is typeof entry & EntryOf<'run_started'> => entry.type === 'run_started');
	const text = header && (await readBlob(header.controls.sha256));
	const files = text === undefined ? [] : policyFilesIn(text);
	if (!files.some(({ file }) => file === 'policies/floor.yml')) return shippedPolicies(['default']);
	return files.map(({ file, text: yaml, isOwn }) => loadKnownPolicy(yaml, file, { today, isOwn }));
}

interface PolicyFile {
	readonly file: string;
	readonly text: string;
	readonly isOwn: boolean;
}

function policyFilesIn(json: string): readonly PolicyFile[] {
	const value = parsed(json);
	const policies = isJsonObject(value) ? value['policies'] : undefined;
	if (!Array.isArray(policies)) return [];
	return policies.flatMap((one) => {
		const { file, text, isOwn } = isJsonObject(one) ? one : {};
		return typeof file === 'string' && typeof text === 'string' ? [{ file, text, isOwn: isOwn === true }] : [];
	});
}

function parsed(json: string): JsonValue | undefined {
	try {
		return JSON.parse(json);
	} catch {
		// The record contains no policies.
		return undefined;
	}
}
