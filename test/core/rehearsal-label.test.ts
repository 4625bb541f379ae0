import { expect, test } from 'vitest';
import { labelledRehearsal, modelName } from '../../src/core/model-name.ts';

test.each([
	['scripted:/home/runner/stories/scripts/fix-a-bug.yml', 'scripted rehearsal: fix a bug'],
	['scripted:C:\\scripts\\main_job.json', 'scripted rehearsal: main job'],
	['scripted:fix.v2.yml', 'scripted rehearsal: fix.v2'],
	['scripted:test', 'scripted rehearsal: test'],
	['scripted:a\n/claude.yml', 'scripted rehearsal: claude'],
	['anthropic:claude-sonnet-5-5', 'anthropic:claude-sonnet-5-5'],
	['openai:team/model.yml', 'openai:team/model.yml'],
])('the model %s is called %s', (id, name) => {
	expect(modelName(id)).toBe(name);
	expect(modelName(labelledRehearsal(id))).toBe(name);
});
