import type { ToolCall } from '../core/index.ts';
import { subjectOf } from './effects.ts';
import { samplesOf } from './pattern-samples.ts';
import { exampleFacts } from './policy-examples.ts';
import type { Policy, Rule } from './rule.ts';
import { type About, abouts, matches } from './rule-matches.ts';

/** A rule that allows a call, although a later rule of the same file denies the same call. */
export interface HiddenDeny {
	readonly deny: Rule;
	readonly allow: Rule;
	/** A call that the first rule allows and the second rule denies. */
	readonly example: string;
}

/**
 * Finds rules with `deny` that an earlier `allow` hides. For this, it makes sample calls from the patterns, and looks for a call that
 * matches both rules. If a pattern is too complex for a few samples, it can miss a hidden `deny`.
 */
export function hiddenDenies({ rules }: Policy): readonly HiddenDeny[] {
	return rules.flatMap((deny, index) => {
		if (deny.decision !== 'block') return [];
		const found = rules.slice(0, index).flatMap((allow) => meeting(allow, deny) ?? []);
		return found.slice(0, 1);
	});
}

function meeting(allow: Rule, deny: Rule): HiddenDeny | undefined {
	if (allow.decision !== 'allow' || allow.expires !== undefined) return undefined;
	const both = ({ asked }: Sample) => asked.some((about) => matches(allow, about) && matches(deny, about));
	const sample = samplesFor(allow, deny).find(both);
	return sample && { deny, allow, example: sample.text };
}

interface Sample {
	readonly text: string;
	readonly asked: readonly About[];
}

/** Returns sample calls of the `deny`, and sample calls of the `allow` with the words of the `deny` at the end. */
function samplesFor(allow: Rule, deny: Rule): readonly Sample[] {
	const commands = textsOf(deny.commandPatterns);
	const longer = textsOf(allow.commandPatterns).slice(0, 8);
	const ends = commands.slice(0, 8);
	const branches = (deny.branches ?? []).map(({ source }) => `git push origin ${nameIn(source)}`);
	const paths = [...(deny.paths ?? []).map(({ source }) => nameIn(source)), ...textsOf(deny.pathPatterns)];
	return [
		...[...commands, ...longer.flatMap((start) => ends.map((end) => `${start} ${end}`)), ...branches].map(ofCommand),
		...paths.flatMap(ofPath),
	];
}

function textsOf(patterns: Rule['commandPatterns'] = []): readonly string[] {
	return patterns.flatMap(({ source }) => samplesOf(source)).filter((text) => text.trim() !== '');
}

/** Returns a name that a glob matches. */
function nameIn(glob: string): string {
	return glob
		.replace(/\{([^,}]*)[^}]*\}/g, '$1')
		.replace(/\*+|\?/g, 'x')
		.replace(/\[([^\]!^])[^\]]*\]/g, '$1');
}

function ofCommand(command: string): Sample {
	return sample(command, { id: 'sample', name: 'shell_exec', args: { command } });
}

function ofPath(path: string): readonly Sample[] {
	return [
		sample(`file_write ${path}`, { id: 'sample', name: 'file_write', args: { path, content: '' } }),
		sample(`file_read ${path}`, { id: 'sample', name: 'file_read', args: { path } }),
		ofCommand(`rm ${path}`),
	];
}

function sample(text: string, call: ToolCall): Sample {
	return { text, asked: abouts(subjectOf(call, exampleFacts), exampleFacts) };
}
