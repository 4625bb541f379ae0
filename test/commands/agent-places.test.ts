import { describe, expect, it } from 'vitest';
import { agentPlaces, placeRules } from '../../src/commands/hook/agent-places.ts';

const home = '/home/octocat';
const root = '/home/octocat/project';
const session = '0b7f3a52-9d1c-4f0e-8a57-3f7c2d1e9b64';
const places = (files: object) => agentPlaces({ session, ...files }, home, root);
const scratchpad = `/tmp/claude-1000/-home-octocat-project/${session}/scratchpad`;

describe('folders that Claude Code keeps beside a checkout', () => {
	it('are plans and skills of the person, where a call says no more', () => {
		expect(places({})).toEqual({ written: [`${home}/.claude/plans`], read: [`${home}/.claude/skills`] });
	});

	it('are the scratchpad that the call names, and the results of the session that its transcript proves', () => {
		const transcript = `${home}/.claude/projects/-home-octocat-project/${session}.jsonl`;
		expect(places({ transcript, scratchpad })).toEqual({
			written: [`${home}/.claude/plans`, scratchpad],
			read: [`${home}/.claude/skills`, `${transcript.slice(0, -'.jsonl'.length)}/tool-results`],
		});
	});

	it('lie where the transcript says that Claude Code keeps its files', () => {
		const { written, read } = places({ transcript: `/data/claude/projects/x/${session}.jsonl` });
		expect(written).toContain('/data/claude/plans');
		expect(read).toContain('/data/claude/skills');
	});

	it.each([
		['of another session', { transcript: `${home}/.claude/projects/x/other.jsonl` }],
		['that climbs', { transcript: `${home}/../root/projects/x/${session}.jsonl` }],
		['of another form', { transcript: `${home}/.claude/${session}.jsonl` }],
		['without a folder', { transcript: `/projects/x/${session}.jsonl` }],
	])('are not believed of a transcript %s', (_what, files) => {
		expect(places(files)).toEqual(places({}));
	});

	it.each([
		['with another name', '/tmp/claude-1000/x'],
		['at the root', '/scratchpad'],
		['that climbs', '/tmp/claude/../../home/scratchpad'],
		['relative to something', 'tmp/claude/scratchpad'],
	])('are not believed of a scratchpad %s', (_what, path) => {
		expect(places({ scratchpad: path })).toEqual(places({}));
	});

	it('never hold the checkout', () => {
		const inside = agentPlaces({ session, scratchpad }, home, `${scratchpad}/project`);
		expect(inside.written).not.toContain(scratchpad);
	});

	it('are opened by rules for exactly them, and not where a name would be read as a pattern', () => {
		const rules = placeRules({ written: ['/a/plans', '/a/*'], read: ['/b/skills'] }, { realPath: (path) => path });
		expect(rules.map(({ effects, paths }) => [[...(effects ?? [])], paths?.map(({ source }) => source)])).toEqual([
			[['read', 'write'], ['/a/plans/**']],
			[['read'], ['/b/skills/**']],
		]);
		expect(placeRules({ written: ['/a'], read: [] }, { realPath: () => undefined })).toEqual([]);
	});
});
