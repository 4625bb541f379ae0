import type { ContextInput } from '../../src/agent/index.ts';
import type { Comment } from '../../src/core/index.ts';
import type { ToldSkill } from '../../src/skills/index.ts';

export function aSkill(part: Partial<ToldSkill> = {}): ToldSkill {
	const name = part.name ?? 'files';
	const file = `skills/${name}/SKILL.md`;
	const patterns = { source: file, danger: [], confirm: [] };
	return {
		file,
		name,
		description: 'd',
		triggers: ['*'],
		tools: [],
		commands: [],
		toolLines: new Map(),
		patterns,
		requires: [],
		body: `Body of ${name}`,
		isNeeded: (part.triggers ?? ['*']).includes('*'),
		...part,
	};
}

export function aComment(part: Partial<Comment> = {}): Comment {
	return {
		id: 5,
		author: { id: 9, login: 'bob', type: 'User' },
		body: 'It fails on Tuesdays.',
		createdAt: '2026-11-21T10:00:00Z',
		edited: false,
		viaApp: false,
		mine: false,
		url: 'https://example.com',
		...part,
	};
}

export function anInput(part: Partial<ContextInput> = {}): ContextInput {
	return {
		request: {
			trigger: 'comment',
			actor: { id: 1, login: 'alice' },
			thread: 7,
			onPullRequest: false,
			task: 'fix the flaky test',
			commentId: 6,
			key: 'k',
		},
		issue: {
			number: 7,
			title: 'Flaky test',
			body: 'The test is flaky.',
			author: { id: 8, login: 'carol' },
			isPullRequest: false,
		},
		comments: [aComment(), aComment({ id: 6, body: '/agent fix the flaky test' })],
		skills: [aSkill()],
		tree: ['src/b.ts', 'README.md'],
		mode: 'edit',
		maxIterations: 8,
		model: 'anthropic:m',
		...part,
	};
}
