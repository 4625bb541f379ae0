import { stepLines } from './setup-steps.ts';
import type { Stack } from './stack.ts';
import { configText, skillText } from './starter-texts.ts';

/** A file as `init` would write it. */
export interface StarterFile {
	readonly path: string;
	readonly text: string;
	readonly what: string;
}

/** What is shipped to be written into repositories. */
export interface Templates {
	readonly agent: string;
	readonly maintenance: string;
	readonly policy: string;
	readonly configSchema: string;
	readonly policySchema: string;
}

/** What a person chose. */
export interface StarterChoice {
	/** What the workflows' step names: `./`, a folder, or `owner/name@sha`. */
	readonly uses: string;
	readonly maintenance: boolean;
	/** Whether the commands that were found prepare the checkout. */
	readonly setup: boolean;
	/** Whether the repository is on an Enterprise Server, which knows no `queue: max`. */
	readonly enterpriseServer?: boolean;
}

/** Where each of them is written. */
export const starterPaths = {
	agent: '.github/workflows/agent.yml',
	/** Where `agent.yml` is somebody else's. */
	agentBeside: '.github/workflows/countersign.yml',
	maintenance: '.github/workflows/agent-maintenance.yml',
	config: '.github/countersign.yml',
	policy: '.github/policies/own.yml',
	skill: '.github/countersign/skills/house-rules/SKILL.md',
	configSchema: '.github/countersign/config.schema.json',
	policySchema: '.github/countersign/policy.schema.json',
} as const;

/** The files that make a repository ready, workflows last: what starts runs comes when everything else is there. */
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

/** The stack of a repository whose configuration has no `setup`. */
export function withoutSetup(stack: Stack): Stack {
	return { ...stack, setup: [], unprepared: stack.managers };
}

/** The line of a template that begins its own step. */
const ownStepStart = /^ {6}- id: agent$/m;

/** A template with the steps that install the tools of the project, before its own step. */
export function withSteps(template: string, { steps }: Pick<Stack, 'steps'>): string {
	return template.replace(ownStepStart, (start) => [...stepLines(steps), start].join('\n'));
}

/** The one line of a template that names this action. */
const ownStep = /^( +uses: )\.\/ #.*$/m;

/** A template whose step names what the person chose; as it is for the checkout itself. */
export function withUses(template: string, uses: string): string {
	return uses === './' ? template : template.replace(ownStep, (_, start: string) => `${start}${uses}`);
}

/** A workflow for a server that would refuse `queue: max` of a job's `concurrency`, as a key that it does not know. */
export function withoutQueue(workflow: string): string {
	return workflow.replaceAll(/^ +queue: max\n|, queue: max(?= \})/gm, '');
}

/** Whether a step may name this: a folder of the repository, or somebody's repository at one commit. What has a name can be moved. */
export function isPinned(uses: string): boolean {
	return /^\.\/[\w./-]*$/.test(uses)
		? !uses.split('/').includes('..')
		: /^[\w.-]+\/[\w.-]+(?:\/[\w.-]+)*@[0-9a-f]{40}$/.test(uses);
}
