import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Templates } from '../../src/readiness/index.ts';

const example = (name: string) => readFileSync(join(import.meta.dirname, '../../examples', name), 'utf8');

/** The shipped workflows; the other files are empty. */
export const exampleTemplates: Templates = {
	agent: example('workflows/agent.yml'),
	maintenance: example('starter/agent-maintenance.yml'),
	policy: '',
	configSchema: '',
	policySchema: '',
};
