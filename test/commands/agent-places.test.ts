import { describe, expect, it } from 'vitest';
import { agentPlaces, placeRules } from '../../src/commands/hook/agent-places.ts';

const home = '/home/octocat';
const root = '/home/octocat/project';
const session = '0b7f3a52-9d1c-4f0e-8a57-3f7c2d1e9b64';
const places = (files: object) => agentPlaces({ session, ...files }, home, root);
const scratchpad = `/tmp/claude-1000/-home-octocat-project/${session}/scratchpad`;

describe('agentPlaces', () => {
	it('returns only the plans and skills folders when the call names nothing else', () => {
		expect(places({})).toEqual({ written: [`${home}/.claude/plans`], read: [`${home}/.claude/skills`] });
	});

	it('adds the scratchpad that the call names and the tool results of its own transcript', () => {
		const transcript = `${home}/.claude/projects/-home-octocat-project/${session}.jsonl`;
		expect(places({ transcript, scratchpad })).toEqual({
			written: [`${home}/.claude/plans`, scratchpad],
			read: [`${home}/.claude/skills`, `${transcript.slice(0, -'.jsonl'.length)}/tool-results`],
		});
	});

	it('takes the location of the folders from the path of the transcript', () => {
		const { written, read } = places({ transcript: `/data/claude/projects/x/${session}.jsonl` });
		expect(written).toContain('/data/claude/plans');
		expect(read).toContain('/data/claude/skills');
	});

	it.each([
		['of another session', { transcript: `${home}/.claude/projects/x/other.jsonl` }],
		['with `..` in its path', { transcript: `${home}/../root/projects/x/${session}.jsonl` }],
		['with an invalid session id', { transcript: `${home}/.claude/${session}.jsonl` }],
		['without a project folder', { transcript: `/projects/x/${session}.jsonl` }],
	])('ignores a transcript %s', (_what, files) => {
		expect(places(files)).toEqual(places({}));
	});

	it.each([
		['with another name', '/tmp/claude-1000/x'],
		['at the root', '/scratchpad'],
		['with `..` in its path', '/tmp/claude/../../home/scratchpad'],
		['with a relative path', 'tmp/claude/scratchpad'],
	])('ignores a scratchpad %s', (_what, path) => {
		expect(places({ scratchpad: path })).toEqual(places({}));
	});

	it('leaves out a scratchpad that contains the checkout', () => {
		const inside = agentPlaces({ session, scratchpad }, home, `${scratchpad}/project`);
		expect(inside.written).not.toContain(scratchpad);
	});

	it('makes rules for exactly these folders and leaves out paths with pattern characters', () => {
		const rules = placeRules({ written: ['/a/plans', '/a/*'], read: ['/b/skills'] }, { realPath: (path) => path });
		expect(rules.map(({ effects, paths }) => [[...(effects ?? [])], paths?.map(({ source }) => source)])).toEqual([
			[['read', 'write'], ['/a/plans/**']],
			[['read'], ['/b/skills/**']],
		]);
		expect(placeRules({ written: ['/a'], read: [] }, { realPath: () => undefined })).toEqual([]);
	});
});
