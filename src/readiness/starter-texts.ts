import { readRepositoryConfig } from '../config/index.ts';
import { modes } from '../core/index.ts';
import type { Installation } from './ecosystem.ts';
import { toolNames } from './setup-steps.ts';
import type { Stack } from './stack.ts';

/** A line up to its comment. All comments begin in the same column. */
function withComment(line: string): string {
	return line.padEnd(39);
}

/** The text of `.github/countersign.yml` with the detected settings, and the other settings as comments. */
export function configText(stack: Stack, policies: readonly string[]): string {
	const { model, mode, approvalTimeoutSeconds } = readRepositoryConfig(undefined);
	return `# yaml-language-server: $schema=countersign/config.schema.json
# The settings of Countersign in this repository. Only the file on the default branch is used. Every key is optional.
# Found: ${foundWords(stack)}.

enabled: true                          # false stops all runs at their next step
${withComment(`model: ${model}`)}# or a list: if one does not answer, the next one does
# In mode contained, a step needs approval only if it has an effect outside the sandbox: on a network host, a branch or another thread. In
# mode edit, each command whose effects are not known needs approval, too.
${withComment(`mode: ${mode}`)}# ${modes.join(' | ')}
policies: [${policies.join(', ')}]
${setupText(stack)}
# sandbox:
#   hosts: [registry.npmjs.org]        # what every command may reach
# approvals:                           # who may approve; without it, one person with write access
#   role: maintain
#   signatures: 1
# budget:                              # limits, at which a run asks for more
#   tokens_per_run: 200000
#   minutes_per_run: 30
# safety:
#   blocked_patterns:                  # replaces the shipped ones
#     - 'DROP\\s+TABLE'
# listen_to: writers                   # writers | everyone
${withComment(`# approval_timeout_seconds: ${approvalTimeoutSeconds}`)}# seconds; no answer in this time means denied
`;
}

/** The detected facts, in words. */
export function foundWords({ languages, managers, monorepo }: Stack): string {
	const parts = new Set([...languages, ...managers, ...(monorepo === undefined ? [] : [monorepo])]);
	return parts.size === 0 ? 'no known language' : [...parts].join(', ');
}

/** The resulting decisions, in words. */
export function decidedWords({ steps, setup, tests, choices }: Stack): string {
	const taken = choices.map(({ taken, options }) => {
		const others = options.filter((option) => option !== taken).map(quoted);
		return `${quoted(taken)}, not ${others.join(' or ')}`;
	});
	return [
		steps.length === 0 ? 'the workflow installs no tools' : `the workflow installs ${toolNames(steps).join(', ')}`,
		setup.length === 0 ? 'no setup' : `setup runs ${setup.map(({ run }) => quoted(run)).join(', ')}`,
		tests.length === 0 ? 'no test command' : `tests are ${tests.map(quoted).join(', ')}`,
		...(taken.length === 0 ? [] : [`of several: ${taken.join('; ')}`]),
	].join('; ');
}

function quoted(command: string): string {
	return `\`${command}\``;
}

function setupText({ setup }: Stack): string {
	if (setup.length > 0)
		return [
			'setup:                                 # commands that prepare the checkout; only ignored paths may change',
			...setup.flatMap(setupLines),
		].join('\n');
	return [
		'# setup:                               # commands that prepare the checkout; only ignored paths may change',
		'#   - run: npm ci',
		'#     hosts: [registry.npmjs.org]',
	].join('\n');
}

function setupLines({ run, hosts, seconds }: Installation): readonly string[] {
	return [
		`  - run: ${run}`,
		`    hosts: [${hosts.join(', ')}]`,
		...(seconds === undefined ? [] : [`    seconds: ${seconds}`]),
	];
}

/** A skill that every run sees. It describes how to work in this repository. */
export function skillText(stack: Stack): string {
	return `---
name: house-rules
description: How work is done in this repository
triggers: ["*"]
---

# How work is done here

${rulesOf(stack)
	.map((rule) => `- ${rule}`)
	.join('\n')}

<!-- Replace these lines with rules of your project: the order of steps, what the agent must never do, and when it must stop and ask. -->
`;
}

/** The rules that the skill states. Each must be true. For example, a command that is not in the configuration has not run. */
function rulesOf({ tests: [test, ...more], setup, unprepared, monorepo }: Stack): readonly string[] {
	const besides = more.length === 0 ? '' : ` Also run: ${more.map(quoted).join(', ')}.`;
	return [
		test === undefined
			? 'No command tests everything yet. Say in the pull request how you know that your change works.'
			: `${quoted(test)} must pass before you deliver anything.${besides}`,
		...(setup.length === 0
			? []
			: [
					`These commands run with network access before your first command: ${setup.map(({ run }) => quoted(run)).join(', ')}. If one fails, you are told. A new dependency needs approval.`,
				]),
		...(unprepared.length === 0
			? []
			: [
					`Nothing is installed beforehand for ${unprepared.join(', ')}. If something is missing, call the command that installs it: it needs approval.`,
				]),
		...(monorepo === undefined
			? []
			: [
					'This repository contains several packages. Change and test the package that the task is about, and name it in the title.',
				]),
		'A pull request does one thing. If it changes the behaviour, it has a test.',
	];
}
