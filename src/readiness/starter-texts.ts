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
# What Countersign does in this repository. It counts from the default branch only, and every key may be left out.
# Found: ${foundWords(stack)}.

enabled: true                          # false stops all runs at their next step
${withComment(`model: ${model}`)}# or a list: the next one is used if the first does not answer
# What ends inside the sandbox runs unasked; what leaves it asks: a network host, a push, other threads. Choose edit, and every command that
# writes or runs something asks, too.
${withComment(`mode: ${mode}`)}# ${modes.join(' | ')}
policies: [${policies.join(', ')}]
${setupText(stack)}
# sandbox:
#   hosts: [registry.npmjs.org]        # what every command may reach
# approvals:                           # who may sign; without it one person with write access
#   role: maintain
#   signatures: 1
# budget:                              # caps, at which a run asks for more
#   tokens_per_run: 200000
#   minutes_per_run: 30
# safety:
#   blocked_patterns:                  # in place of the shipped ones
#     - 'DROP\\s+TABLE'
# listen_to: writers                   # writers | everyone
${withComment(`# approval_timeout_seconds: ${approvalTimeoutSeconds}`)}# seconds; no answer by then means denied
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
			'setup:                                 # prepares the checkout; it may change ignored paths only',
			...setup.flatMap(setupLines),
		].join('\n');
	return [
		'# setup:                               # prepares the checkout; it may change ignored paths only',
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

<!-- Replace these lines by what only this project knows: which order to keep, what never to do, when to stop and ask. -->
`;
}

/** The rules that the skill states. Each must be true. For example, a command that is not in the configuration has not run. */
function rulesOf({ tests: [test, ...more], setup, unprepared, monorepo }: Stack): readonly string[] {
	const besides = more.length === 0 ? '' : ` Besides: ${more.map(quoted).join(', ')}.`;
	return [
		test === undefined
			? 'There is no command yet that tests everything. Say in the pull request how you know that a change works.'
			: `${quoted(test)} has to be green before anything is delivered.${besides}`,
		...(setup.length === 0
			? []
			: [
					`Before your first command, these run with the network: ${setup.map(({ run }) => quoted(run)).join(', ')}. You are told if one fails. A new dependency is asked about.`,
				]),
		...(unprepared.length === 0
			? []
			: [
					`Nothing is installed beforehand for ${unprepared.join(', ')}. If something is missing, ask for what installs it.`,
				]),
		...(monorepo === undefined
			? []
			: [
					'This repository holds several packages: change and test the one that the task is about, and name it in the title.',
				]),
		'One pull request does one thing. A change of behaviour comes with its test.',
	];
}
