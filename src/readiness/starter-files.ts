import { stepLines } from './setup-steps.ts';
import type { Stack } from './stack.ts';
import { configText, skillText } from './starter-texts.ts';

/** A file that `init` can write. */
export interface StarterFile {
	readonly path: string;
	readonly text: string;
	readonly what: string;
}

/** The shipped files that are written into repositories. */
export interface Templates {
	readonly agent: string;
	readonly maintenance: string;
	readonly policy: string;
	readonly configSchema: string;
	readonly policySchema: string;
}

/** The choices of a person. */
export interface StarterChoice {
	/** The value of `uses` in the workflows' step: `./`, a folder, or `owner/name@sha`. */
	readonly uses: string;
	readonly maintenance: boolean;
	/** Whether the detected commands are used as `setup`. */
	readonly setup: boolean;
	/** Whether the repository is on an Enterprise Server, which does not support `queue: max`. */
	readonly enterpriseServer?: boolean;
}

/** The path of each file. */
export const starterPaths = {
	agent: '.github/workflows/agent.yml',
	/** The path if another workflow already uses the name `agent.yml`. */
	agentBeside: '.github/workflows/countersign.yml',
	maintenance: '.github/workflows/agent-maintenance.yml',
	config: '.github/countersign.yml',
	policy: '.github/policies/own.yml',
	skill: '.github/countersign/skills/house-rules/SKILL.md',
	configSchema: '.github/countersign/config.schema.json',
	policySchema: '.github/countersign/policy.schema.json',
} as const;

/** The files that make a repository ready. Workflows are last, because they start runs and need all other files. */
export function starterFiles(stack: Stack, templates: Templates, choice: StarterChoice): readonly StarterFile[] {
	const { setup, maintenance, uses, enterpriseServer = false } = choice;
	const told = setup ? stack : withoutSetup(stack);
	const known = (template: string) => (enterpriseServer ? withoutQueue(template) : template);
	const workflow = (template: string) => known(withUses(withSteps(template, stack), uses));
	return [
		{ path: starterPaths.configSchema, text: templates.configSchema, what: 'what editors check the configuration by' },
		{ path: starterPaths.policySchema, text: templates.policySchema, what: 'what editors check policies by' },
		{ path: starterPaths.policy, text: templates.policy, what: "the repository's own rules" },
		{ path: starterPaths.skill, text: skillText(told), what: 'what every run is told' },
		{ path: starterPaths.config, text: configText(told, ['default', starterPaths.policy]), what: 'the settings' },
		...(maintenance
			? [{ path: starterPaths.maintenance, text: workflow(templates.maintenance), what: 'a task on a schedule' }]
			: []),
		{ path: starterPaths.agent, text: workflow(templates.agent), what: 'the workflow' },
	];
}

/** The stack for a configuration without `setup`. */
export function withoutSetup(stack: Stack): Stack {
	return { ...stack, setup: [], unprepared: stack.managers };
}

/** The line of a template where its own step begins. */
const ownStepStart = /^ {6}- id: agent$/m;

/** A template with steps that install the project's tools before its own step. */
export function withSteps(template: string, { steps }: Pick<Stack, 'steps'>): string {
	return template.replace(ownStepStart, (start) => [...stepLines(steps), start].join('\n'));
}

/** The only line of a template that names this action. */
const ownStep = /^( +uses: )\.\/ #.*$/m;

/** Returns a template with the person's `uses` in its step. `./` leaves it unchanged. */
export function withUses(template: string, uses: string): string {
	return uses === './' ? template : template.replace(ownStep, (_, start: string) => `${start}${uses}`);
}

/** A workflow without `queue: max` in a job's `concurrency`, for a server that refuses this key as unknown. */
export function withoutQueue(workflow: string): string {
	return workflow.replaceAll(/^ +queue: max\n|, queue: max(?= \})/gm, '');
}

/**
 * Whether a step may use this value: a folder of the repository, or a repository at one commit. A branch or tag is not allowed, because it
 * can be moved.
 */
export function isPinned(uses: string): boolean {
	return /^\.\/[\w./-]*$/.test(uses)
		? !uses.split('/').includes('..')
		: /^[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*@[0-9a-f]{40}$/.test(uses);
}
