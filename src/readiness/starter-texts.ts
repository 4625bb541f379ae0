import type { Stack } from './stack.ts';

/** `.github/countersign.yml` with what was found, and the rest as comments. */
export function configText(stack: Stack, policies: readonly string[]): string {
	return `# yaml-language-server: $schema=countersign/config.schema.json
# What Countersign does in this repository. It counts from the default branch only, and every key may be left out.
# Found: ${foundWords(stack)}.

enabled: true                          # false stops all runs at their next step
model: anthropic:claude-sonnet-5-5     # or a list: those after the first are asked where it does not answer
# What ends inside the sandbox runs unasked; what leaves it asks: a network host, a push, other threads. Choose edit, and every command that
# writes or runs something asks, too.
mode: contained                        # plan | default | edit | contained | auto
policies: [${policies.join(', ')}]
${setupText(stack)}
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
# approval_timeout_seconds: 86400      # no answer for so long is a no
`;
}

/** What was found, in words. */
export function foundWords({ languages, managers, tests, monorepo }: Stack): string {
	const parts = [
		...languages,
		...managers,
		...tests.map((command) => `tests by \`${command}\``),
		...(monorepo === undefined ? [] : [monorepo]),
	];
	return parts.length === 0 ? 'nothing that tells the language' : parts.join(', ');
}

function setupText({ setup, buildHosts }: Stack): string {
	const commands = setup.flatMap(({ run, hosts }) => [`  - run: ${run}`, `    hosts: [${hosts.join(', ')}]`]);
	const prepares = [
		'# setup:                               # prepares the checkout; it may change ignored paths only',
		'#   - run: npm ci',
		'#     hosts: [registry.npmjs.org]',
	];
	const reaches = ['# sandbox:', '#   hosts: [registry.npmjs.org]        # what every command may reach'];
	return [
		...(commands.length === 0
			? prepares
			: [
					'setup:                                 # prepares the checkout; it may change ignored paths only',
					...commands,
				]),
		...(buildHosts.length === 0
			? reaches
			: ['sandbox:', `  hosts: [${buildHosts.join(', ')}] # builds load from here while they run`]),
	].join('\n');
}

/** A skill that every run is told: how work is done in this repository. */
export function skillText({ tests, setup, monorepo }: Stack): string {
	const [test] = tests;
	return `---
name: house-rules
description: How work is done in this repository
triggers: ["*"]
---

# How work is done here

${
	test === undefined
		? '- There is no command yet that tests everything. Say in the pull request how you know that a change works.'
		: `- \`${test}\` has to be green before anything is delivered.${
				tests.length > 1
					? ` Besides: ${tests
							.slice(1)
							.map((command) => `\`${command}\``)
							.join(', ')}.`
					: ''
			}`
}
${setup.length === 0 ? '' : `- What the project needs is installed already (${setup.map(({ run }) => `\`${run}\``).join(', ')}). A new dependency is asked about.\n`}${monorepo === undefined ? '' : '- This repository holds several packages: change and test the one that the task is about, and name it in the title.\n'}- One pull request does one thing. A change of behaviour comes with its test.

<!-- Replace these lines by what only this project knows: which order to keep, what never to do, when to stop and ask. -->
`;
}
