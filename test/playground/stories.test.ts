import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles } from '../../playground/stories/repository.ts';
import { stories } from '../../playground/stories/stories.ts';
import { readScript } from '../../src/models/script-schema.ts';

const scripts = join(import.meta.dirname, '..', '..', 'playground', 'stories', 'scripts');
const scriptOf = (name: string): string => readFileSync(join(scripts, `${name}.yml`), 'utf8');
const sentences = (text: string): number => text.match(/[.!?](?=\s|$)/g)?.length ?? 0;

it('there is a script for each story, and one for every other thread', () => {
	const names = [...stories.map(({ name }) => name), 'anything'];
	expect(readdirSync(scripts).toSorted()).toEqual(names.map((name) => `${name}.yml`).toSorted());
	for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

it('no two stories change the same file', () => {
	const paths = stories.flatMap(({ files = {}, pull }) => [...Object.keys(files), ...Object.keys(pull?.files ?? {})]);
	expect(new Set(paths).size).toBe(paths.length);
	for (const path of stories.flatMap(({ pull }) => Object.keys(pull?.files ?? {})))
		expect(repositoryFiles).not.toHaveProperty([path]);
});

it('stories use only example hosts', () => {
	const written = [
		JSON.stringify(stories),
		...readdirSync(scripts).map((file) => readFileSync(join(scripts, file), 'utf8')),
	];
	const hosts = written.flatMap((text) => [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host));
	expect(hosts.length).toBeGreaterThan(3);
	for (const host of hosts) expect(host).toMatch(/^(.+\.)?example\.com$/);
});

describe.each(stories.map((story) => [story.name, story] as const))('the story %s', (name, story) => {
	it('has at most two sentences in its summary and in each step', () => {
		for (const text of [story.summary, ...story.steps.map(({ say }) => say)]) {
			expect(sentences(text), text).toBeGreaterThan(0);
			expect(sentences(text), text).toBeLessThan(3);
		}
	});

	it('begins with a task from the maintainer', () => {
		expect(story.steps[0]?.does).toMatchObject({
			kind: 'comment',
			as: 'maintainer',
			body: expect.stringMatching(/^\/agent /),
		});
	});

	it('ends its script with an answer, whatever happened before', () => {
		const turns = readScript(name, scriptOf(name));
		const last = turns.at(-1);
		expect([last?.calls, last?.otherwise?.calls ?? []]).toEqual([[], []]);
		for (const turn of turns) if (turn.when !== undefined) expect(turn.otherwise).toBeDefined();
	});
});
