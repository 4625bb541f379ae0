import {
	type Checkout,
	decidedWords,
	foundWords,
	idleSchedules,
	isScheduled,
	type PlannedFile,
	readWorkflowUse,
	type Stack,
	starterPaths,
	stepLines,
	withoutSetup,
} from '../../readiness/index.ts';
import { fileDiff } from '../../report/index.ts';
import type { Installed } from '../hook/hook-install.ts';
import { plain } from '../paint.ts';

/** What `countersign init` has done, or would do. */
export interface Initialised {
	readonly files: readonly PlannedFile[];
	readonly hook: Installed | undefined;
	readonly checkout: Checkout;
	readonly stack: Stack;
	readonly choice: { readonly uses: string; readonly setup: boolean; readonly enterpriseServer: boolean };
	readonly webUrl: string;
	readonly isTrial: boolean;
}

/** A step that only a person can do. */
interface StepLeft {
	readonly what: string;
	readonly url?: string;
}

const words: Readonly<Record<PlannedFile['state'], string>> = {
	new: 'created  ',
	same: 'unchanged',
	kept: 'kept     ',
	'left-out': 'left out ',
};

/** Describes for people what was done, and what they must do. */
export function initWords(done: Initialised): string {
	const { files, hook, checkout, stack, choice, isTrial } = done;
	const news = changesIn(done);
	const server = choice.enterpriseServer ? ['For GitHub Enterprise Server, the workflow has no `queue: max`.'] : [];
	return [
		`${isTrial ? 'This would be done' : 'Done'} in ${plain(checkout.root, 4096)}${checkout.isBelow ? ', the top of this checkout' : ''}. Found: ${foundWords(stack)}.`,
		`Decided: ${decidedWords(choice.setup ? stack : withoutSetup(stack))}.`,
		...server,
		'',
		...files.flatMap((file) => fileLines(file, isTrial, news > 0)),
		...(hook === undefined ? [] : hookLines(hook)),
		'',
		...(isTrial ? ['Nothing was written.'] : news === 0 ? ['Nothing to do: all files exist.'] : endLines(done)),
	].join('\n');
}

function endLines(done: Initialised): readonly string[] {
	if (done.hook?.trouble !== undefined) return ['All files are restored.'];
	const steps = stepsLeft(done).map(
		({ what, url }, index) => `${index + 1}. ${what}${url === undefined ? '' : `: ${url}`}`,
	);
	return [
		'What you must do now:',
		...steps,
		...(done.files.some(writesSchedule) ? [idleSchedules] : []),
		'In mode `contained`, only calls that leave the sandbox need approval. You review the pull request as a whole.',
		'If you set `mode: edit` in .github/countersign.yml, each command whose effects are not known needs an approval.',
		'To try a run before, without an account and without a key: `countersign play`.',
		'Commit these files to the default branch, then comment `/agent <task>` on an issue. `countersign doctor` checks the setup.',
	];
}

function fileLines(
	{ path, what, state, why, text, before }: PlannedFile,
	isTrial: boolean,
	showsDiff: boolean,
): readonly string[] {
	const line = `${words[state]} ${path}`;
	if (state === 'left-out') return [`${line}: ${plain(why ?? '')}`];
	if (state === 'kept') {
		const told = `${line}: your file, not changed`;
		return isTrial || showsDiff
			? [`${told}. The difference from your file to the one that init writes:`, ...diffOf(path, before, text)]
			: [`${told}; --dry-run shows the difference`];
	}
	return [`${line}  (${what})`, ...(isTrial && state === 'new' ? diffOf(path, undefined, text) : [])];
}

function diffOf(path: string, before: string | undefined, after: string): readonly string[] {
	const diff = fileDiff({ path, before, after });
	return diff === undefined ? [] : [diff];
}

function hookLines({ files, trouble }: Installed): readonly string[] {
	if (trouble !== undefined) return [`not hook: ${trouble}`];
	return files.flatMap(({ state, path, diff }) => [
		`${state.padEnd(9)} ${path}  (the hook for Claude Code)`,
		...(diff === undefined ? [] : [diff]),
	]);
}

/** Returns how many files were created or changed. */
function changesIn({ files, hook }: Initialised): number {
	const hooked = hook?.files.filter(({ state }) => state !== 'unchanged') ?? [];
	return files.filter(({ state }) => state === 'new').length + hooked.length;
}

/** Returns the steps that only a person can do on GitHub, with the addresses of the pages. */
function stepsLeft({ checkout: { remote }, choice, files, stack, webUrl }: Initialised): readonly StepLeft[] {
	const isThere = remote !== undefined && remote.host === new URL(webUrl).hostname;
	const page = (path: string) => (isThere ? { url: `${webUrl}/${remote.owner}/${remote.name}/settings/${path}` } : {});
	const names = files.some(({ path, state }) => state === 'new' && path.startsWith('.github/workflows/'));
	const isYours = !files.some(({ path, state }) => isServing(path) && (state === 'new' || state === 'same'));
	return [
		{
			what: 'Add the secret ANTHROPIC_API_KEY (Settings → Secrets and variables → Actions)',
			...page('secrets/actions/new'),
		},
		{
			what: 'Let Actions open pull requests (Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests"). Without this, a run delivers a branch and a link',
			...page('actions'),
		},
		...(choice.uses === './' && names
			? [
					{
						what: 'In the workflow, replace `uses: ./` with `owner/name@<commit>` of your copy of Countersign. `./` works only in the repository of Countersign itself',
					},
				]
			: []),
		...(isYours && stack.steps.length > 0
			? [
					{
						what: `Add these steps to your workflow, before the step that runs Countersign:\n${stepLines(stack.steps).join('\n')}`,
					},
				]
			: []),
	];
}

/** Whether this is a new workflow that GitHub starts on a schedule. */
function writesSchedule({ path, state, text }: PlannedFile): boolean {
	const use = state === 'new' ? readWorkflowUse(path, text) : undefined;
	return use !== undefined && isScheduled(use);
}

/** Whether this is the workflow that answers comments. */
function isServing(path: string): boolean {
	return path === starterPaths.agent || path === starterPaths.agentBeside;
}

/** Describes for programs what was done. */
export function initJson(done: Initialised): object {
	const { files, hook, checkout, stack, choice, isTrial } = done;
	return {
		root: checkout.root,
		written: !isTrial && changesIn(done) > 0 && hook?.trouble === undefined,
		stack,
		found: foundWords(stack),
		decided: decidedWords(choice.setup ? stack : withoutSetup(stack)),
		uses: choice.uses,
		files: files.map(({ path, state, why, text, before }) => ({
			...{ path, state },
			...(why === undefined ? {} : { why }),
			...(state === 'kept' ? { diff: fileDiff({ path, before, after: text }) } : {}),
		})),
		...(hook === undefined
			? {}
			: {
					hook:
						hook.trouble === undefined
							? hook.files.map(({ path, state }) => ({ path, state }))
							: { trouble: hook.trouble },
				}),
		left: stepsLeft(done),
	};
}
