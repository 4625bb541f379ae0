import { describe, expect, it } from 'vitest';
import { type EntryOf, entryBodySchema } from '../../src/core/index.ts';

describe('a verdict in the journal', () => {
	it('keeps who may approve after it is stored and read', () => {
		const attempt: EntryOf<'tool_attempt'> = {
			type: 'tool_attempt',
			call_id: 'c1',
			tool_name: 'shell_exec',
			tool_input: { command: 'touch a' },
			classification: 'writes',
			risk_level: 'medium',
			decision: 'confirm',
			matched_rule: 'writes',
			reason: 'Writes files.',
			effects: [{ kind: 'write', path: 'a' }],
			matches: [
				{
					stage: 'policy',
					decision: 'confirm',
					rule: 'writes',
					reason: 'Writes files.',
					risk: 'medium',
					evidence: 'touch a',
					approvers: ['@octocat#583231'],
				},
			],
			binding: 'a'.repeat(64),
			session_mode: 'default',
		};
		expect(entryBodySchema.parse(JSON.parse(JSON.stringify(attempt)))).toEqual(attempt);
	});
});
