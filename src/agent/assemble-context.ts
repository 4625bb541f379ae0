import type { Comment, Issue, Mode, PullStart, RunRequest } from '../core/index.ts';
import type { PatternSpec, Skill } from '../skills/index.ts';
import { attribute, fenced, fenceFor } from './fence.ts';
import { pullSection } from './pull-section.ts';
import { safetyConstraints } from './safety-constraints.ts';
import { systemRules } from './system-rules.ts';
import { visibleText } from './visible-text.ts';

export interface ContextInput {
	readonly request: RunRequest;
	readonly issue: Issue;
	readonly comments: readonly Comment[];
	readonly skills: readonly Skill[];
	/** Patterns of the configuration that no call may match. */
	readonly blocked?: readonly PatternSpec[];
	/** Paths of the checkout, relative to its root. */
	readonly tree: readonly string[];
	readonly mode: Mode;
	readonly maxIterations: number;
	/** The commands that prepare the checkout before the first call that runs or writes something. */
	readonly setup?: readonly string[];
	/** What of its work the run cannot deliver; empty for nothing. */
	readonly delivery?: string;
	/** The pull request that the run is on. */
	readonly pull?: PullStart;
	/** The model's id. */
	readonly model: string;
}

/** What a conversation begins with. */
export interface AssembledContext {
	readonly system: string;
	readonly user: string;
}

const maxComments = 30;
const maxPaths = 400;

/**
 * Assembles what the model is told, in the seed's order: instructions, skills, safety constraints, context, task (Wolffish, The Agent
 * Pipeline: Context Assembly; agtop, Safety Hooks: BuildPrompt). Pure: the same input gives the same bytes, which prompt caches and the
 * journal rely on.
 */
export function assembleContext(input: ContextInput): AssembledContext {
	const system = [
		systemRules(input.mode, input.maxIterations),
		pullSection(input.pull),
		setupSection(input),
		input.delivery === undefined || input.delivery === '' ? '' : `# What can be delivered\n\n${input.delivery}`,
		skillsSection(input.skills),
		safetyConstraints(input.skills, input.blocked),
	];
	const user = [runSection(input), treeSection(input.tree), ...threadSections(input), taskSection(input.request)];
	return { system: joined(system), user: joined(user) };
}

/** Otherwise the model installs again what is there, which is asked about. */
function setupSection({ setup = [], mode }: ContextInput): string {
	if (setup.length === 0 || mode === 'plan') return '';
	const commands = setup.map((run) => `    ${run.replaceAll('\n', '\n    ')}`);
	return `# What is set up for you

Before your first call that runs or writes something, and again after each wait, these commands run by themselves. Do not run them yourself,
unless you change what they install. Files that they leave are there from that call on.

${commands.join('\n')}`;
}

function skillsSection(skills: readonly Skill[]): string {
	const sections = [...skills]
		.filter((skill) => skill.body !== '')
		.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
		.map(({ name, file, body }) => `<skill name="${name}" source="${attribute(file)}">\n${body}\n</skill>`);
	return sections.length === 0 ? '' : `<skills>\n${sections.join('\n')}\n</skills>`;
}

function runSection({ request, issue, mode, model }: ContextInput): string {
	const kind = request.onPullRequest ? 'pull request' : 'issue';
	return `<run thread="${kind} #${issue.number}" trigger="${request.trigger}" mode="${mode}" model="${attribute(model)}"/>`;
}

function treeSection(tree: readonly string[]): string {
	const paths = [...tree].sort();
	const more = paths.length - maxPaths;
	const lines = paths.slice(0, maxPaths).map(attribute);
	if (more > 0) lines.push(`[${more} more paths; list a folder to see them]`);
	return lines.length === 0 ? '' : `<tree source="checkout">\n${lines.join('\n')}\n</tree>`;
}

function threadSections({ request, issue, comments }: ContextInput): readonly string[] {
	// The comment with the command is the task: shown twice, it would read like two requests.
	const others = comments.filter((comment) => comment.id !== request.commentId);
	const shown = others.slice(-maxComments);
	const fence = fenceFor([issue.title, issue.body, ...shown.map((comment) => comment.body)]);
	const from = `${issue.isPullRequest ? 'pull request' : 'issue'} #${issue.number}`;
	const left = others.length - shown.length;
	return [
		fenced(fence, `${from}, title, by @${issue.author.login}`, issue.title),
		issue.body.trim() === '' ? '' : fenced(fence, `${from}, text, by @${issue.author.login}`, issue.body),
		left > 0 ? `[${left} earlier comments are not shown]` : '',
		...shown.map((comment) => fenced(fence, describeComment(from, comment), comment.body)),
	];
}

function describeComment(from: string, { id, author, createdAt }: Comment): string {
	return `${from}, comment ${id}, by @${author.login} (${author.type}), ${createdAt}`;
}

function taskSection({ actor, task }: RunRequest): string {
	const { text, removed } = visibleText(task);
	const note = removed === '' ? '' : ` removed="${removed}"`;
	return `<task from="@${attribute(actor.login)}"${note}>\n${text.trim()}\n</task>`;
}

function joined(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('\n\n');
}
