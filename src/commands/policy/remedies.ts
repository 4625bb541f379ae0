import { type Decision, type Match, type Mode, modes, standingPath, type Verdict } from '../../core/index.ts';
import { hookRulesPaths } from '../hook/hook-rules-paths.ts';
import { fileAndLine } from './layers.ts';
import { type Judged, proposeRule, type RulePlace } from './proposed-rule.ts';

/** What would change a verdict: a sentence, and the rule to paste if there is one. */
export interface Remedy {
	readonly text: string;
	readonly yaml?: string;
}

/** Returns what would change the verdict on a call. Every mode and rule that it names was tested. Empty for an allowed call. */
export function remediesFor(verdict: Verdict, judged: Omit<Judged, 'matches'>): readonly Remedy[] {
	const given: Judged = { ...judged, matches: verdict.matches };
	if (verdict.decision === 'confirm') return forConfirm(given);
	return verdict.decision === 'block' ? forBlock(given) : [];
}

function forConfirm(judged: Judged): readonly Remedy[] {
	const approval = { text: "A maintainer's `/approve A1`, with the id that the request shows." };
	const mode = modes.find((one) => decisionIn(one, judged) === 'allow');
	const byMode = mode === undefined ? [] : [{ text: `Mode \`${mode}\` allows it without approval.` }];
	return [approval, ...byMode, byRule(judged)];
}

function byRule(judged: Judged): Remedy {
	const rule = proposeRule(judged);
	if (rule !== undefined) return { text: whereTo(rule.place, judged), yaml: rule.yaml };
	const opaque = judged.inspection.parts.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'opaque'));
	if (opaque.length > 0)
		return { text: 'No rule: the gate cannot inspect this call, so it always needs approval. Write a simpler call.' };
	const names = askingAnyway(judged);
	return {
		text: names === '' ? 'No rule that this command can propose.' : `No rule: ${names} always requires approval.`,
	};
}

/** Returns the names of the rules and patterns that require approval in every run, whatever rule is added. */
function askingAnyway({ matches }: Judged): string {
	const others = matches.filter(
		({ decision, stage }) => decision !== 'allow' && stage !== 'policy' && stage !== 'default',
	);
	return [...new Set(others.map(nameOf))].join(' and ');
}

function nameOf(match: Match): string {
	return match.stage === 'patterns' ? `a pattern of ${fileAndLine(match)}` : `\`${match.rule}\``;
}

function whereTo(place: RulePlace, judged: Judged): string {
	const forHook = `under \`rules:\` of ${hookRulesPaths.repository}, then run: countersign hook install`;
	switch (place.in) {
		case 'own':
			return 'A rule such as this, in a policy of your own:';
		case 'standing':
			return `A rule such as this. For runs on GitHub it goes under \`rules:\` of ${standingPath} on the default branch; for the hook ${forHook}`;
		case 'hook':
			return `A rule such as this, for the hook only, ${forHook}. In a run, ${askingAnyway(judged)} always requires approval.`;
		case 'before': {
			const places = place.asking.map((match) => `\`${match.rule}\` (${fileAndLine(match)})`).join(' and ');
			return `A rule such as this before ${places}, in the same file. A rule in another file cannot override it.`;
		}
	}
}

const inputs: readonly Match['stage'][] = ['tools', 'secrets', 'error'];

function forBlock(judged: Judged): readonly Remedy[] {
	const blocking = judged.matches.filter(({ decision }) => decision === 'block');
	const final = blocking.find((match) => finality(match) !== undefined);
	if (final !== undefined) return [{ text: finality(final) ?? '' }];
	const texts = blocking.map((match) => remedyOf(match, judged));
	return [...new Map(texts.map((remedy) => [remedy.text, remedy])).values()];
}

/** Returns why nothing changes a block, or undefined if something can. */
function finality({ stage, rule, file }: Match): string | undefined {
	if (stage === 'floor') return `Nothing. No rule, mode or person can allow what ${file ?? 'the floor'} denies.`;
	if (inputs.includes(stage)) return 'Only another call. The gate refuses this call before it checks any rule.';
	if (stage === 'effects' || (stage === 'paths' && rule !== 'outside-root'))
		return 'Nothing. No rule, mode or person can allow it.';
	return undefined;
}

function remedyOf(match: Match, judged: Judged): Remedy {
	const place = fileAndLine(match);
	switch (match.stage) {
		case 'paths':
			return { text: 'Nothing in a run. In a terminal, `--allow <folder>` treats a folder as part of the checkout.' };
		case 'patterns':
			return { text: `Only the pattern itself, in ${place}. No person can approve a call that it blocks.` };
		case 'grant':
			return { text: `Another mode: in mode \`default\` the decision is ${decisionIn('default', judged)}.` };
		case 'default':
			return byRule(judged);
		default:
			return {
				text: `Only the rule \`${match.rule}\` itself (${place}). No approval, mode or other file can override it.`,
			};
	}
}

function decisionIn(mode: Mode, { call, judging }: Judged): Decision {
	return judging.gate.judge(call, { ...judging.context, mode }).decision;
}
