import { decisiveMatch, fileAndLine, layersOf } from '../../../src/commands/policy/layers.ts';
import { remediesFor } from '../../../src/commands/policy/remedies.ts';
import { assumedWalls, CountersignError, type Facts, type ToolCall, type Verdict } from '../../../src/core/index.ts';
import {
	createGate,
	declaredLines,
	inspect,
	isCompiledPolicy,
	type Patterns,
	type Policy,
	shippedPatterns,
	shippedPolicies,
} from '../../../src/gate/index.ts';
import { loadPolicy } from '../../../src/gate/loading.ts';
import { effectSentences, type Wording } from '../../../src/report/requests/effect-sentences.ts';
import { spelledUnseen } from '../../../src/report/text/spelled.ts';
import { checkoutFacts } from './checkout.ts';
import type {
	Answer,
	BadPolicy,
	LayerAnswer,
	PartAnswer,
	Pieces,
	Question,
	Setting,
	SettingAnswer,
} from './question.ts';
import { ruleText } from './rule-text.ts';

/** What the judge gets from the files of the repository and from the clock. */
export interface JudgeSources {
	/** The texts of all shipped policies, by their names. */
	readonly texts: Readonly<Record<string, string>>;
	/** As `2026-12-31`. */
	readonly today: string;
}

/** The name of the visitor's policy in verdicts and messages. */
export const ownFile = 'your-policy.yml';

/**
 * Returns a function that answers the bench's questions. The answer depends only on the question. Policies that were read before are
 * remembered.
 */
export function createJudge(sources: JudgeSources): (question: Question) => Answer {
	const shelf = createShelf(sources);
	return ({ tool, args, files, settings }) => {
		const call: ToolCall = { id: 'bench', name: tool, args };
		const facts = checkoutFacts(files);
		const answers = settings.map((setting) => answerUnder(setting, { call, facts, shelf }));
		const { parts, texts } = inspectionOf(call, verdictOf(answers) ?? floorVerdict(call, facts, shelf), facts);
		return {
			parts: parts.map((part): PartAnswer => ({ ...part, sentences: sentencesOf(part.effects) })),
			texts,
			declared: parts.length > 0 ? declaredLines(call, facts) : [],
			settings: answers,
		};
	};
}

/** The policies that can be chosen, and the shipped patterns. */
interface Shelf {
	/** @throws CountersignError `bad-policy` if the visitor's own policy cannot be used. */
	readonly policiesOf: (setting: Setting) => readonly Policy[];
	/** The text of a policy file, if it is one of them. */
	readonly textOf: (file: string, setting: Setting) => string | undefined;
	readonly patterns: Patterns;
}

function createShelf({ texts, today }: JudgeSources): Shelf {
	const read = remembered((name) => loadPolicy(texts[name] ?? '', `policies/${name}.yml`, { today }));
	const readOwn = remembered((text) => loadPolicy(text, ownFile, { today, isOwn: true }));
	return {
		policiesOf: ({ policies, own }) => [
			...shippedPolicies(policies.filter(isCompiledPolicy)),
			...policies.filter((name) => !isCompiledPolicy(name)).map(read),
			...(own === undefined ? [] : [readOwn(own)]),
		],
		textOf: (file, { own }) => (file === ownFile ? own : texts[/^policies\/([\w-]+)\.yml$/.exec(file)?.[1] ?? '']),
		patterns: shippedPatterns(),
	};
}

interface Asked {
	readonly call: ToolCall;
	readonly facts: Facts;
	readonly shelf: Shelf;
}

function answerUnder(setting: Setting, { call, facts, shelf }: Asked): SettingAnswer {
	const policies = loadedOr(() => shelf.policiesOf(setting));
	if ('kind' in policies) return policies;
	const { patterns } = shelf;
	const gate = createGate({ policies, patterns, knownTools: 'any' });
	const context = { facts, mode: setting.mode, grants: [], walls: assumedWalls };
	const verdict = gate.judge(call, context);
	const inspection = inspectionOf(call, verdict, facts);
	const match = decisiveMatch(verdict);
	return {
		kind: 'judged',
		verdict,
		place: match === undefined ? '' : fileAndLine(match),
		layers: layersOf(verdict, policies).map((layer) => withText(layer, (file) => shelf.textOf(file, setting))),
		changes: remediesFor(verdict, { call, inspection, judging: { gate, context, policies, patterns } }),
		warnings: policies.filter(({ isOwn }) => isOwn === true).flatMap(({ warnings }) => warnings),
	};
}

function verdictOf(answers: readonly SettingAnswer[]): Verdict | undefined {
	return answers.find((answer) => answer.kind === 'judged')?.verdict;
}

/** Returns the verdict of the floor alone. It shows whether the gate can read the call at all. */
function floorVerdict(call: ToolCall, facts: Facts, { patterns }: Shelf): Verdict {
	const gate = createGate({ policies: shippedPolicies([]), patterns, knownTools: 'any' });
	return gate.judge(call, { facts, mode: 'default', grants: [] });
}

/** A visitor's policy changes with each keystroke, so only the last few versions are kept. */
const mostRemembered = 8;

function remembered(load: (key: string) => Policy): (key: string) => Policy {
	const known = new Map<string, Policy>();
	return (key) => {
		const policy = known.get(key) ?? load(key);
		const [oldest] = known.keys();
		if (oldest !== undefined && known.size >= mostRemembered) known.delete(oldest);
		known.set(key, policy);
		return policy;
	};
}

function loadedOr(load: () => readonly Policy[]): readonly Policy[] | BadPolicy {
	try {
		return load();
	} catch (thrown) {
		if (!(thrown instanceof CountersignError)) throw thrown;
		const { message, fix } = thrown;
		const line = Number(message.split(`${ownFile}:`)[1]?.match(/^\d+/)?.[0]);
		return { kind: 'bad-policy', message, fix, ...(Number.isSafeInteger(line) && { line }) };
	}
}

/** Returns the parts of a call. A call that was refused before its inspection has none. */
function inspectionOf(call: ToolCall, verdict: Verdict, facts: Facts): ReturnType<typeof inspect> {
	const isRefused = verdict.matches.some(({ stage }) => stage === 'tools' || stage === 'error');
	return isRefused
		? { tool: call.name, isShell: false, parts: [], texts: { raw: [], executed: [] } }
		: inspect(call, facts);
}

function withText(layer: LayerAnswer, textOf: (file: string) => string | undefined): LayerAnswer {
	const spoken = layer.spoken.map((one) => {
		const yaml = one.line === undefined ? undefined : ruleText(textOf(one.file ?? '') ?? '', one.line);
		return yaml === undefined ? one : { ...one, yaml };
	});
	return { ...layer, spoken };
}

// A NUL divides the pieces, so no value may contain one.
const inPieces: Wording = {
	value: (text) => `\0${text === '' ? '(empty)' : spelledUnseen(text)}\0`,
	words: spelledUnseen,
	strong: (text) => text,
};

function sentencesOf(effects: PartAnswer['effects']): readonly Pieces[] {
	return effectSentences(effects, inPieces).map(({ text, all = [] }) => {
		const more = all.flatMap((one, index) => [index === 0 ? ': ' : ', ', spelledUnseen(one)]);
		const pieces = text.split('\0');
		return [...pieces.slice(0, -1), `${pieces.at(-1) ?? ''}${more[0] ?? ''}`, ...more.slice(1)];
	});
}
