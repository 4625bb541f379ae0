import { join } from 'node:path';
import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import type { StoryView } from '../protocol.ts';
import type { Step, Story, StoryPull } from '../stories/story.ts';
import { loginOf } from './people.ts';

/** A story with its open issue or pull request. */
export interface PlacedStory {
	readonly view: StoryView;
}

interface Place {
	readonly github: LocalGitHub;
	readonly folder: string;
}

/** Opens the threads of the stories, in their order. */
export async function openStories(stories: readonly Story[], place: Place): Promise<readonly PlacedStory[]> {
	const placed: PlacedStory[] = [];
	for (const story of stories) {
		const thread = story.pull === undefined ? await openIssue(story, place) : await openPull(story, story.pull, place);
		const { name, title, summary, steps } = story;
		placed.push({ view: { name, title, summary, thread, steps: steps.map((step) => stepOf(step, thread)) } });
	}
	return placed;
}

async function openIssue({ author, issue }: Story, { github }: Place): Promise<number> {
	return (await github.openIssue({ user: loginOf(author), ...issue })).number;
}

async function openPull({ author, issue, name }: Story, pull: StoryPull, { github, folder }: Place): Promise<number> {
	const clone = join(folder, `story-${name}`);
	git(folder, 'clone', '-q', github.repositoryDir, clone);
	git(clone, 'checkout', '-q', '-b', pull.branch);
	writeFiles(clone, pull.files);
	git(clone, 'add', '-A');
	git(clone, 'commit', '-q', '-m', issue.title);
	git(clone, 'push', '-q', 'origin', pull.branch);
	const opened = await github.openPullRequest({ user: loginOf(author), ...issue, head: pull.branch });
	for (const remark of pull.remarks)
		await github.reviewComment({ pull: opened.number, user: loginOf('maintainer'), ...remark });
	return opened.number;
}

function stepOf({ say, does }: Step, thread: number): StoryView['steps'][number] {
	return does === undefined
		? { say }
		: { say, does: { thread, ...does } as NonNullable<StoryView['steps'][number]['does']> };
}
