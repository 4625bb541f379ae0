import { confirm, intro, isCancel, note, outro, select, text } from '@clack/prompts';
import {
	type Checkout,
	decidedWords,
	detectStack,
	foundWords,
	isPinned,
	type Picks,
	type PlannedFile,
	type StackChoice,
	type StackFacts,
} from '../../readiness/index.ts';
import { plain } from '../paint.ts';

/** What `init` should do. */
export interface InitChoice {
	readonly uses: string;
	readonly maintenance: boolean;
	readonly setup: boolean;
	/** Whether the repository is on an Enterprise Server. */
	readonly enterpriseServer: boolean;
	readonly hook: boolean;
	/** The choices for a stack that can be set up in several ways. */
	readonly picks: Picks;
}

/** Thrown when the person presses Ctrl-C at a question. */
class Cancelled extends Error {}

interface Asking {
	readonly checkout: Checkout;
	readonly facts: StackFacts;
	/** Whether nobody has chosen yet which copy of the action to use. */
	readonly asksForUses: boolean;
}

/**
 * Asks for what cannot be detected, shows what would be written, and asks once more. Returns undefined if the person says no or presses
 * Ctrl-C.
 */
export async function askForChoice(
	first: InitChoice,
	{ checkout, facts, asksForUses }: Asking,
	plan: (choice: InitChoice) => Promise<readonly PlannedFile[]>,
): Promise<InitChoice | undefined> {
	intro(`countersign init in ${plain(checkout.root)}`);
	note(foundWords(detectStack(facts)), 'Found');
	try {
		const choice = await answers(first, facts, asksForUses);
		const files = await plan(choice);
		note(files.map(({ path, state }) => `${told[state]} ${path}`).join('\n'), 'Files');
		const isSure = await yes(`Write them${choice.hook ? ', and install the hook' : ''}?`, true);
		outro(isSure ? 'Writing.' : 'Nothing was written.');
		return isSure ? choice : undefined;
	} catch (error) {
		if (!(error instanceof Cancelled)) throw error;
		outro('Stopped.');
		return undefined;
	}
}

const told: Readonly<Record<PlannedFile['state'], string>> = {
	new: '+',
	same: '=',
	kept: '= (yours)',
	'left-out': '- (left out)',
};

async function answers(first: InitChoice, facts: StackFacts, asksForUses: boolean): Promise<InitChoice> {
	const uses = asksForUses ? await askForUses() : first.uses;
	const picks = await askForPicks(facts, first.picks);
	const stack = detectStack(facts, picks);
	note(decidedWords(stack), 'Decided');
	const commands = stack.setup.map(({ run }) => `\`${run}\``).join(', ');
	const asksForSetup = stack.setup.length > 0;
	return {
		uses,
		picks,
		enterpriseServer: first.enterpriseServer,
		setup: asksForSetup ? await yes(`Should runs prepare the checkout with ${commands}?`, first.setup) : first.setup,
		maintenance: await yes('Add a workflow that updates dependencies every Monday?', first.maintenance),
		hook: await yes(
			'Check the calls of Claude Code here by the same rules? (a hook in .claude/settings.local.json, only for you; git ignores it)',
			first.hook,
		),
	};
}

/** Asks for one choice after another, because another package manager may offer other ways to test. */
async function askForPicks(facts: StackFacts, picks: Picks): Promise<Picks> {
	const open = detectStack(facts, picks).choices.find(({ id }) => !(id in picks));
	return open === undefined ? picks : askForPicks(facts, { ...picks, [open.id]: await askForPick(open) });
}

const questionOf: Readonly<Record<StackChoice['about'], string>> = {
	manager: 'Which tool installs',
	tests: 'How do you test',
};

async function askForPick({ about, where, options, taken }: StackChoice): Promise<string> {
	const answer = await select({
		message: `${questionOf[about]} ${where}?`,
		options: options.map((value) => ({ value, label: value })),
		initialValue: taken,
	});
	if (isCancel(answer)) throw new Cancelled();
	return answer;
}

async function askForUses(): Promise<string> {
	const answer = await text({
		message:
			'Which copy of Countersign should the workflow run? Write owner/name@<commit>, or leave it empty to decide later',
		validate: (value) =>
			!value || isPinned(value) ? undefined : 'Write owner/name@ and the full commit SHA (40 characters).',
	});
	if (isCancel(answer)) throw new Cancelled();
	return answer || './';
}

async function yes(message: string, initialValue: boolean): Promise<boolean> {
	const answer = await confirm({ message, initialValue });
	if (isCancel(answer)) throw new Cancelled();
	return answer;
}
