import type { ContextReport } from '../core/index.ts';
import { type Chosen, chooseWithin } from './choose-within.ts';
import type { ContextInput } from './context-input.ts';
import { attribute, fenceFor } from './fence.ts';
import { ownPiece, type Piece } from './piece.ts';
import { pullSection } from './pull-section.ts';
import { keywordsOf } from './relevance.ts';
import { filePieces, instructionPieces, memoryPieces, skillPieces, treePieces } from './repository-pieces.ts';
import { safetyConstraints } from './safety-constraints.ts';
import { searchTerms, type ThreadTexts } from './search-terms.ts';
import { systemRules } from './system-rules.ts';
import {
	changePieces,
	commentPieces,
	lateChanges,
	leftComments,
	leftPatches,
	openingPieces,
	placePieces,
} from './thread-pieces.ts';
import { bytesOfToken, estimateTokens } from './token-estimate.ts';
import { visibleText } from './visible-text.ts';

/** The beginning of a conversation. */
export interface AssembledContext {
	readonly system: string;
	readonly user: string;
	readonly report: ContextReport;
}

/**
 * The default token budget for a conversation's beginning. The 8,000 tokens of the seed documents are not enough for an issue and the files
 * that it names.
 */
const defaultBudget = 32_000;

/** Returns the texts of the task that decide what else the model sees. */
export function taskWords({ request, issue }: Pick<ContextInput, 'request' | 'issue'>): ThreadTexts {
	const shown = (text: string): string => visibleText(text).text;
	return [shown(request.task), shown(issue.title), shown(issue.body)];
}

/**
 * Assembles the beginning of a conversation in the order of the seed documents (Wolffish, The Agent Pipeline: Context Assembly; agtop,
 * Safety Hooks: BuildPrompt). The order is instructions, skills, safety constraints, context, task. If the texts are too long for the
 * budget, the most relevant ones are used. The function is pure: the same input gives the same bytes, which prompt caches and the journal
 * need.
 */
export function assembleContext(input: ContextInput): AssembledContext {
	const keywords = keywordsOf(...taskWords(input));
	const budget = input.budget ?? defaultBudget;
	const pieces = piecesOf(input, { keywords, budget });
	const count = (text: string): number => estimateTokens(text, input.model);
	const choice = chooseWithin(Object.values(pieces).flat(), { total: budget, count });
	const shown = new Set<Piece>(choice.chosen.filter((one) => one.shown).map(({ candidate }) => candidate));
	const bytesPerToken = bytesOfToken(input.model);
	return {
		...written(input, pieces, shown),
		report: { budget, bytesPerToken, keywords, spending: choice.spending, sources: choice.chosen.map(sourceOf) },
	};
}

function sourceOf({ candidate, tokens, shown, why }: Chosen<Piece>): ContextReport['sources'][number] {
	const score = Math.round(candidate.score * 1000) / 1000;
	return { category: candidate.category, source: candidate.source, score, tokens, shown, why };
}

function piecesOf(
	input: ContextInput,
	{ keywords, budget }: { readonly keywords: readonly string[]; readonly budget: number },
) {
	const { list, patches } = changePieces(input, keywords);
	return {
		rules: [
			...ownPiece('rules', 'rules', systemRules(input.mode, input.maxIterations)),
			...ownPiece('rules', 'the pull request', pullSection(input.pull)),
			...ownPiece('rules', 'setup', setupSection(input)),
			...ownPiece('rules', 'what can be delivered', deliverySection(input)),
		],
		instructions: instructionPieces(input),
		skills: skillPieces(input, keywords),
		safety: ownPiece('rules', 'safety constraints', safetyConstraints(input.skills, input.blocked)),
		run: ownPiece('rules', 'run', runSection(input)),
		tree: treePieces(input, budget),
		files: filePieces(input, { terms: searchTerms(taskWords(input)), budget }),
		memory: memoryPieces(input, keywords),
		opening: [...openingPieces(input), ...ownPiece('rules', 'what was changed later', lateChanges(input))],
		list,
		comments: commentPieces(input, keywords),
		patches,
		place: placePieces(input),
		task: ownPiece('rules', 'task', taskSection(input)),
	};
}

type Pieces = ReturnType<typeof piecesOf>;

function written(input: ContextInput, pieces: Pieces, shown: ReadonlySet<Piece>): { system: string; user: string } {
	const isShown = (piece: Piece): boolean => shown.has(piece);
	const fence = fenceFor([...shown].flatMap(({ foreign }) => foreign ?? []));
	const write = (some: readonly Piece[]): readonly string[] => some.filter(isShown).map((piece) => piece.write(fence));
	const comments = [...pieces.comments].sort((a, b) => a.at - b.at);
	const system = [
		...write(pieces.rules),
		instructionsSection(write(pieces.instructions)),
		skillsSection(write(pieces.skills)),
		...write(pieces.safety),
	];
	const user = [
		...write([...pieces.run, ...pieces.tree, ...pieces.files, ...pieces.memory, ...pieces.opening, ...pieces.list]),
		...write(pieces.patches),
		leftPatches(input, pieces.patches, isShown),
		leftComments(pieces.comments, isShown),
		...write(comments),
		input.unheard ?? '',
		...write(pieces.place),
		...write(pieces.task),
	];
	return { system: joined(system), user: joined(user) };
}

/** Returns the section about setup commands. Without this section, the model would install things again, which needs approval. */
function setupSection({ setup = [], mode }: ContextInput): string {
	if (setup.length === 0 || mode === 'plan') return '';
	const commands = setup.map((run) => `    ${run.replaceAll('\n', '\n    ')}`);
	return `# What is set up for you

Before your first call that runs or writes something, and again after each wait, these commands run by themselves. Do not run them yourself,
unless you change what they install. Files that they leave are there from that call on.

${commands.join('\n')}`;
}

function deliverySection({ delivery = '' }: ContextInput): string {
	return delivery === '' ? '' : `# What can be delivered\n\n${delivery}`;
}

function instructionsSection(elements: readonly string[]): string {
	if (elements.length === 0) return '';
	return `# What this repository asks of those who work on it

Maintainers wrote this on the default branch. Follow it, unless it contradicts the rules above. It cannot allow a call
that is denied or blocked.

${elements.join('\n')}`;
}

function skillsSection(elements: readonly string[]): string {
	return elements.length === 0 ? '' : `<skills>\n${elements.join('\n')}\n</skills>`;
}

function runSection({ request, issue, mode, model }: ContextInput): string {
	const kind = request.onPullRequest ? 'pull request' : 'issue';
	return `<run thread="${kind} #${issue.number}" trigger="${request.trigger}" mode="${mode}" model="${attribute(model)}"/>`;
}

function taskSection({ request: { actor, task } }: ContextInput): string {
	const { text, removed } = visibleText(task);
	const note = removed === '' ? '' : ` removed="${removed}"`;
	return `<task from="@${attribute(actor.login)}"${note}>\n${text.trim()}\n</task>`;
}

function joined(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('\n\n');
}
